// The engine: the library in a worker, and what it is asked.

// obstacle says why the library cannot run here, if it cannot.
const obstacle = location.protocol === "file:" ?
	"A browser runs no worker with WebAssembly from a file, so this part needs a server: run gogate site -o DIR -serve localhost:8080 and open http://localhost:8080." :
	typeof WebAssembly !== "object" || typeof Worker !== "function" ?
		"This browser has no WebAssembly or no workers, which this part needs; the recorded example works without." : "";

const base = new URL(".", document.baseURI).href;
let compiled; // the promise of the library, which is fetched once for all workers
let loaded = false;

function library() {
	if (obstacle) return Promise.reject(new Error(obstacle));
	if (!compiled) {
		compiled = compile();
		compiled.then(() => loaded = true, () => compiled = undefined);
	}
	return compiled;
}

async function compile() {
	const response = await fetch(base + "gogate.wasm").catch(() => ({ok: false, statusText: "the server does not answer"}));
	if (!response.ok) throw new Error(`The library, gogate.wasm, could not be fetched: ${response.statusText || `status ${response.status}`}.`);
	return response.headers.get("Content-Type") === "application/wasm" ?
		WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const workerURL = URL.createObjectURL(new Blob([$("worker").textContent], {type: "text/javascript"}));

// A Runner is one worker, from its start to its end. It is told one thing at a time.
class Runner {
	#worker;
	#answered; // what to do with the next message
	#ended = false;

	// start returns once the library can be asked. Whatever breaks it then is told to
	// broken.
	async start(broken) {
		const module = await library();
		if (this.#ended) throw new Error("ended before it began");
		this.#worker = new Worker(workerURL);
		this.#worker.onerror = (event) => this.#ended || broken(event.message);
		this.#worker.onmessage = ({data}) => {
			if (this.#ended) return;
			if (data.broken) broken(data.broken);
			else this.#answered(data);
		};
		await this.tell({base, module});
	}

	// tell returns the answer to a message, which never comes from one that has ended.
	tell(message) {
		return new Promise((resolve) => {
			this.#answered = resolve;
			this.#worker.postMessage(message);
		});
	}

	end() {
		this.#ended = true;
		this.#worker?.terminate();
	}
}

// A Refusal is what the library itself says is wrong.
class Refusal extends Error {}

// An Engine is a session of the library. Where its worker is stopped or breaks, the next
// one is first told what resume returns, so that nothing is lost.
class Engine {
	#runner;
	#started; // the promise of the runner that can be asked
	#queue = []; // of those who ask, the first of whom is being answered

	constructor(resume) {
		this.resume = resume;
	}

	// ask returns the answer of the library. It throws a Refusal, or another error if
	// there is no answer.
	ask(request) {
		return new Promise((resolve, reject) => {
			this.#queue.push({request, resolve, reject});
			if (this.#queue.length === 1) this.#serve(this.#queue);
		});
	}

	// open starts a worker if there is none.
	open() {
		if (!this.#started) {
			const runner = this.#runner = new Runner();
			this.#started = this.#start(runner);
			this.#started.catch(() => this.#runner === runner && this.#end());
		}
		return this.#started;
	}

	// stop ends the worker and whatever it does. All who wait get why as the error.
	stop(why) {
		const waiting = this.#queue;
		this.#queue = [];
		this.#end();
		for (const {reject} of waiting) reject(new Error(why));
	}

	#end() {
		this.#runner?.end();
		this.#runner = this.#started = undefined;
	}

	async #start(runner) {
		await runner.start((why) => this.stop(`The library broke off: ${why.replace(/\.$/, "")}. It starts again with the next move.`));
		const before = this.resume();
		if (before) answerOf(await runner.tell(before));
		return runner;
	}

	// serve answers a queue, one request after the other, which the library relies on. A
	// stop gives the engine another queue, and nobody waits in the old one.
	async #serve(queue) {
		while (queue === this.#queue && queue.length > 0) {
			const {request, resolve, reject} = queue[0];
			try {
				const runner = await this.open();
				resolve(answerOf(await runner.tell(request)));
			} catch (err) {
				reject(err);
			}
			queue.shift();
		}
	}
}

function answerOf(answer) {
	if (answer.error) throw new Refusal(answer.error);
	return answer;
}

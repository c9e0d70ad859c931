// The engine: the library in a worker, and the requests to it.

// obstacle says why the library cannot run here, if it cannot.
const obstacle = location.protocol === "file:" ?
	"A browser does not run WebAssembly in a worker for a page opened from a file, so this part needs a server: run gogate site -o DIR -serve localhost:8080, and open http://localhost:8080." :
	typeof WebAssembly !== "object" || typeof Worker !== "function" ?
		"This part needs WebAssembly and workers, and this browser lacks one of them. The recorded example works without them." : "";

let compiled; // the promise of the library, which is fetched once for all workers
let fetching; // an AbortController that stops the fetching
let loaded = false;

function library() {
	if (obstacle) return Promise.reject(new Error(obstacle));
	if (!compiled) {
		fetching = new AbortController();
		const own = compiled = compile(fetching.signal);
		own.then(() => loaded ||= compiled === own, () => compiled === own && discard());
	}
	return compiled;
}

// discard forgets the library, and stops fetching it. Whoever needs the library next
// fetches it anew.
function discard() {
	fetching.abort();
	compiled = undefined;
	loaded = false;
}

// compile returns the compiled module and the URL of the script that a worker runs. The
// worker needs nothing from the server, so that it starts even if the server is gone.
async function compile(signal) {
	const [module, start] = await Promise.all([
		fetchFile("gogate.wasm", signal, async (response) => response.headers.get("Content-Type") === "application/wasm" ?
			WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())),
		fetchFile("wasm_exec.js", signal, (response) => response.text()),
	]);
	return {module, url: URL.createObjectURL(new Blob([start, "\n", $("worker").textContent], {type: "text/javascript"}))};
}

// fetchFile returns what read makes of a file of the library.
async function fetchFile(file, signal, read) {
	try {
		const response = await fetch(file, {signal}).catch(() => ({statusText: "the server does not answer"}));
		if (!response.ok) throw new Error(`The library, ${file}, could not be fetched: ${response.statusText || `status ${response.status}`}.`);
		return await read(response).catch((err) => { throw new Error(notLoaded(file, err.message)); });
	} catch (err) {
		throw signal.aborted ? new Error(`The library, ${file}, could not be fetched: it was stopped.`) : err;
	}
}

const notLoaded = (file, why) => `The library, ${file}, could not be loaded (${why.replace(/\.$/, "")}): is the server’s copy whole?`;

// A Runner is one worker, from its start to its end. It takes one message at a time.
class Runner {
	#worker;
	#answered; // what to do with the next message
	#ended = false;

	// start returns when the library is ready for requests. If the library breaks, before
	// that or later, it calls broken with the reason. If this library has never run, the
	// next runner fetches it anew.
	async start(broken) {
		const coming = library(), own = await coming;
		if (this.#ended) throw new Error("the worker was ended before it began");
		const fail = (file, why) => {
			if (this.#ended) return;
			if (own.runs) return broken(`The library broke off: ${why.replace(/\.$/, "")}.`);
			if (compiled === coming) discard(); // unless another one is on its way
			broken(notLoaded(file, why));
		};
		this.#worker = new Worker(own.url);
		this.#worker.onerror = (event) => {
			event.preventDefault(); // the page says it
			fail("wasm_exec.js", event.message || "it is not JavaScript"); // not every browser has a message
		};
		this.#worker.onmessage = ({data}) => {
			if (data.broken) fail(data.file, data.broken);
			else if (!this.#ended) this.#answered(data);
		};
		await this.tell(own.module);
		own.runs = true;
	}

	// tell returns the answer to a message. If the runner has ended, the answer never comes.
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

// A Refusal is an error that the library itself answers with.
class Refusal extends Error {}

// An Engine is a session of the library. If its worker is stopped or breaks, the engine
// starts another one, which first gets the request that resume returns: nothing is lost.
class Engine {
	#runner;
	#started; // the promise of the runner, when it is ready for requests
	#queue = []; // requests, the first of which is being answered

	constructor(resume) {
		this.resume = resume;
	}

	// ask returns the answer of the library. It throws a Refusal if the library refuses,
	// and another error if there is no answer.
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

	// stop ends the worker and its work. All who wait get why as the error.
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
		await runner.start((why) => this.stop(this.resume() ? `${why} It starts again with the next move.` : why));
		const before = this.resume();
		if (before) answerOf(await runner.tell(before));
		return runner;
	}

	// serve answers the requests of a queue one after the other: the library takes only
	// one at a time. After a stop the engine has another queue, and the old one is left.
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

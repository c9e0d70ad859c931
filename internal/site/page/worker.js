// The worker runs the library, so that a search never holds up the page. Its script begins
// with wasm_exec.js. The first message is the compiled library. Then the Go side sets
// onmessage, posts {ready: true}, and answers every request.
"use strict";

self.onmessage = async ({data: module}) => {
	let file = "wasm_exec.js"; // the one to blame for an error
	try {
		const go = new Go();
		file = "gogate.wasm";
		await go.run(await WebAssembly.instantiate(module, go.importObject));
		throw new Error("the library ended"); // it runs until the worker is terminated
	} catch (err) {
		self.postMessage({broken: String(err), file});
	}
};

// The worker runs the library, so that a search never holds up the page. Before this
// stands wasm_exec.js. The first message is the compiled library. Then the Go side takes
// over onmessage, says {ready: true}, and answers every request.
"use strict";

self.onmessage = async ({data: module}) => {
	let file = "wasm_exec.js"; // which is to blame
	try {
		const go = new Go();
		file = "gogate.wasm";
		await go.run(await WebAssembly.instantiate(module, go.importObject));
		throw new Error("the library ended"); // it runs until the worker is terminated
	} catch (err) {
		self.postMessage({broken: String(err), file});
	}
};

// The worker runs the library, so that a search never holds up the page. Its first
// message has the folder of the page and the compiled library. Then the Go side takes
// over onmessage, says {ready: true}, and answers every request.
"use strict";

self.onmessage = async ({data: {base, module}}) => {
	try {
		importScripts(base + "wasm_exec.js");
		const go = new Go();
		await go.run(await WebAssembly.instantiate(module, go.importObject));
		throw new Error("the library ended"); // it runs until the worker is terminated
	} catch (err) {
		self.postMessage({broken: String(err)});
	}
};

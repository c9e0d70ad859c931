// Checks of the page in Chromium. Standard input says as JSON where the browser and the
// page are and what the terminal played. Each check prints one line of JSON: its name,
// what is wrong (empty if nothing is), and what it measured.
"use strict";

const {chromium} = require("playwright-core");
const {input, checks} = require("./checks");
const {inPage, Visit} = require("./visit");

for (const part of ["example", "games", "people", "records"]) require(`./${part}`);

// run runs a check. Whatever its pages complain of is wrong too.
async function run(browser, {name, act}) {
	const complaints = [], measured = [], contexts = [];
	const open = async (url, options) => {
		const context = await browser.newContext(options);
		contexts.push(context);
		await context.addInitScript(inPage);
		const page = await context.newPage();
		page.on("console", (message) => {
			if (["error", "warning", "assert"].includes(message.type())) complaints.push(`console: ${message.text()}`);
		});
		page.on("pageerror", (err) => complaints.push(`error: ${err.message}`));
		page.on("requestfailed", (request) => {
			const why = request.failure().errorText;
			if (why !== "net::ERR_ABORTED") complaints.push(`request: ${request.url()}: ${why}`); // by a worker that is stopped
		});
		const visit = new Visit(page, complaints);
		await page.goto(url);
		return visit;
	};
	try {
		await act(open, (text) => measured.push(text));
	} catch (err) {
		complaints.unshift(err.stack);
	}
	for (const context of contexts) await context.close();
	console.log(JSON.stringify({name, wrong: complaints.join("\n"), measured}));
}

(async () => {
	const browser = await chromium.launch({executablePath: input.chromium, args: input.args});
	for (const each of checks) await run(browser, each);
	await browser.close();
})();

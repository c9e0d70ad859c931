// The recorded example, and what the page fetches.
"use strict";

const assert = require("node:assert/strict");
const {input, check, shows, people} = require("./checks");

for (const [from, url] of [["file", input.file], ["server", input.server]]) {
	check(`example from ${from}`, async (open) => {
		const v = await open(url), {views, override, title} = await v.recording();
		const end = views.length - 1, forward = () => v.at("forward").click();
		assert.equal(await v.text("place"), `0 of ${end}`);
		assert.equal(await v.text("title"), title);
		shows(await v.look(), views[0]);
		for (const turn of [1, 2, 3]) {
			await forward();
			shows(await v.look(), views[turn]);
		}
		for (const [act, turn] of [
			[() => v.at("back").click(), 2],
			[() => v.at("last").click(), end],
			[() => v.at("first").click(), 0],
			[() => v.at("slider").fill("40"), 40],
			[() => v.at("slider").press("ArrowRight"), 41],
			[() => v.at("to-override").press("ArrowLeft"), 40],
			[() => v.page.locator("body").press("ArrowRight"), 41],
			[() => v.at("speed").press("ArrowLeft"), 41],
			[() => v.at("to-override").click(), override - 1],
		]) {
			await act();
			shows(await v.look(), views[turn]);
		}

		const {color, override: made, verdicts} = views[override].move;
		const signs = [["?", made.proposal], ["!", made.played]];
		for (const turn of [override - 1, override]) {
			const seen = await v.look(), words = await v.text("words");
			shows(seen, views[turn]);
			assert.deepEqual(seen.signs, signs);
			const told = made.verdicts.map(({check, ok, why}) => `${ok ? "✓ pass" : "✗ FAIL"}\n${check} ${why}`);
			for (const part of [`${color} propose`, `${made.proposal} (?)`, ...told, `instead (!): ${made.how}`, made.note, made.evidence, ...verdicts.map(({check}) => check)]) {
				assert.ok(part && words.includes(part), `${part} is missing in ${words}`);
			}
			assert.ok(made.verdicts.some(({ok}) => !ok) && made.evidence.includes("%"));
			await forward();
		}
		shows(await v.look(), views[override + 1]);
		assert.deepEqual((await v.look()).signs, []);
	});

	check(`example plays by itself from ${from}`, async (open) => {
		const v = await open(url), {views} = await v.recording(), end = views.at(-1);
		await v.hurry(50);
		await v.at("speed").selectOption("120");
		await v.page.evaluate(() => {
			window.watch();
			document.getElementById("play").click();
		});
		await v.ended();
		const seen = await v.page.evaluate(() => window.seen);
		assert.equal(seen.length, views.length);
		seen.forEach((now, turn) => shows(now, views[turn]));
		assert.deepEqual(seen.at(-1).owners, end.owners.map((row, y) => [...row].map((owner, x) => end.rows[y][x] === "." ? owner.toUpperCase() : ".").join("")));
		assert.ok(seen.at(-1).owners.join("").includes("X"), "no area is shaded");
		assert.equal(await v.page.locator('[data-sign="?"] .area').count(), 1, "the last proposal hides whose point it is");
		assert.equal(await v.text("state"), end.state);
		for (const line of end.count) assert.ok((await v.text("words")).includes(line), line);
	});
}

check("live from file says why not", async (open) => {
	const v = await open(input.file);
	for (const tab of ["tab-live", "tab-record"]) {
		await v.at(tab).click();
		assert.ok(await v.at("notice").isVisible());
		assert.match(await v.text("notice"), /needs a server: run gogate site -o DIR -serve/);
		assert.ok(!await v.at("start").isVisible());
	}
	await v.at("tab-example").click();
	assert.ok(!await v.at("notice").isVisible());
});

check("requests", async (open, log) => {
	const v = await open(input.server), asked = [];
	v.page.context().on("request", (request) => asked.push(request));
	const paths = () => asked.map((request) => request.url()).filter((url) => !/^(data|blob):/.test(url)).sort();
	await v.page.goto(`${input.server}?again`); // which the browser has not kept
	await v.at("last").click();
	assert.deepEqual(paths(), [`${input.server}?again`]);
	await v.start({...people, black: "mcts", white: "gated", size: "5"});
	await v.at("forward").click();
	await v.reaches(1);
	assert.deepEqual(paths(), ["?again", "gogate.wasm", "wasm_exec.js"].map((name) => input.server + name));
	let bytes = 0;
	for (const request of asked) {
		if (!request.url().startsWith(input.server)) continue;
		const {responseBodySize, responseHeadersSize} = await request.sizes();
		assert.ok(responseBodySize > 0, request.url());
		bytes += responseBodySize + responseHeadersSize;
	}
	log(`${bytes} bytes in all`);
	assert.ok(bytes <= input.most, `${bytes} bytes, want at most ${input.most}`);
});

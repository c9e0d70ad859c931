// Checks of the page in Chromium. Standard input says as JSON where the browser and the
// page are and what the terminal played. Each check prints one line of JSON: its name,
// what is wrong (empty if nothing is), and what it measured.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const {chromium} = require("playwright-core");

const input = JSON.parse(fs.readFileSync(0, "utf8"));
const checks = [];
const check = (name, act) => checks.push({name, act});

// inPage runs in every page before its own script. look tells what is on the board, read
// from the drawing alone. watch keeps every turn that is shown. All waits of the page are
// shorter by the factor hurry.
function inPage() {
	const wait = window.setTimeout;
	window.hurry = 1;
	window.setTimeout = (act, time) => wait(act, time / window.hurry);
	const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
	window.look = () => {
		const all = (name) => [...document.querySelectorAll(`#board [data-${name}]`)];
		const size = Math.sqrt(all("point").filter((e) => e.matches(".point")).length);
		const grid = (name) => {
			const rows = Array.from({length: size}, () => Array(size).fill("."));
			for (const {dataset} of all(name)) rows[size - Number(dataset.point.slice(1))][letters.indexOf(dataset.point[0])] = dataset[name];
			return rows.map((row) => row.join(""));
		};
		const places = (name) => all(name).map(({dataset}) => [dataset[name], dataset.point]);
		return {
			turn: Number(document.getElementById("place").textContent.split(" ")[0]),
			rows: grid("stone"), owners: grid("owner"), last: places("last")[0]?.[1] ?? "pass",
			marks: places("mark"), signs: places("sign"), refused: places("refused").map(([, point]) => point),
		};
	};
	window.watch = () => {
		window.seen = [window.look()];
		new MutationObserver(() => {
			const now = window.look();
			if (now.turn === window.seen.at(-1).turn) window.seen.pop();
			window.seen.push(now);
		}).observe(document.getElementById("place"), {childList: true});
	};
}

// A Visit is a page in a window of its own. It answers no question of the page unless it
// has a reply: whether the answer is yes. asked has the questions.
class Visit {
	constructor(page, complaints) {
		this.page = page;
		this.asked = [];
		page.on("dialog", (dialog) => {
			this.asked.push(dialog.message());
			if (this.reply === undefined) complaints.push(`dialog: ${dialog.message()}`);
			return this.reply ? dialog.accept() : dialog.dismiss();
		});
	}

	at(id) {
		return this.page.locator(`#${id}`);
	}

	async text(id) {
		return (await this.at(id).innerText()).trim();
	}

	look() {
		return this.page.evaluate(() => window.look());
	}

	hurry(factor) {
		return this.page.evaluate((factor) => { window.hurry = factor; }, factor);
	}

	// until waits for a text.
	until(id, part) {
		return this.page.waitForFunction(([id, part]) => document.getElementById(id).innerText.includes(part), [id, part]);
	}

	// reaches waits for a turn, and for the library to have nothing to do.
	reaches(turn) {
		return this.page.waitForFunction((turn) => document.getElementById("place").textContent.startsWith(`${turn} of `) &&
			document.getElementById("stop").ariaDisabled === "true", turn);
	}

	// idle waits for the library to have nothing to do.
	idle() {
		return this.page.waitForFunction(() => document.getElementById("stop").ariaDisabled === "true");
	}

	// ended waits for a game that plays by itself to be over.
	ended() {
		return this.page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Play" &&
			document.getElementById("stop").ariaDisabled === "true" && document.querySelector(".count li"));
	}

	// set fills in the settings of a live game.
	async set(settings) {
		await this.at("tab-live").click();
		for (const [name, value] of Object.entries(settings)) {
			const field = this.page.locator(`#settings [name="${name}"]`);
			if (name === "black" || name === "white" || name === "ko") await field.selectOption(value);
			else if (name === "guarded" || name === "suicide") await field.setChecked(value === "true");
			else await field.fill(value);
		}
	}

	async start(settings) {
		await this.set(settings);
		await this.at("rules").evaluate((rules) => rules.replaceChildren()); // which a new game fills
		await this.at("start").click();
		await this.page.waitForFunction(() => document.getElementById("rules").textContent);
		await this.idle();
		const points = Number(settings.size) ** 2;
		assert.equal(await this.page.locator(".point").count(), points, await this.text("message"));
	}

	point(name) {
		return this.page.locator(`.point[data-point="${name}"]`);
	}

	// play makes moves of people, by the field for them.
	async play(...moves) {
		for (const move of moves) {
			const {turn} = await this.look();
			await this.at("move").fill(move);
			await this.at("move").press("Enter");
			await this.reaches(turn + 1);
		}
	}

	// tabTo presses Tab until an element that fits a selector has the focus.
	async tabTo(selector, key = "Tab") {
		for (let i = 0; i < 60; i++) {
			await this.page.keyboard.press(key);
			if (await this.page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
		}
		assert.fail(`${key} does not lead to ${selector}`);
	}

	recording() {
		return this.page.evaluate(() => JSON.parse(document.getElementById("recording").textContent));
	}

	// save returns the record that the page saves and its name.
	async save() {
		const [download] = await Promise.all([this.page.waitForEvent("download"), this.at("save").click()]);
		return {name: download.suggestedFilename(), sgf: fs.readFileSync(await download.path(), "utf8")};
	}
}

// shows compares a board with a view of the library.
function shows(seen, view) {
	assert.equal(seen.turn, view.turn);
	assert.deepEqual(seen.rows, view.rows, `the board after turn ${view.turn}`);
	if (view.last) assert.equal(seen.last, view.last);
}

const people = {size: "9", black: "you", white: "you", guarded: "false", playouts: "30"};

// ---- The recorded example ----

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
			for (const part of [`${color} propose`, `${made.proposal} (?)`, ...told, `instead (!): ${made.how}`, made.note, made.interval, ...verdicts.map(({check}) => check)]) {
				assert.ok(part && words.includes(part), `${part} is missing in ${words}`);
			}
			assert.ok(made.verdicts.some(({ok}) => !ok) && made.interval.includes("%"));
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
	await v.page.goto(`${input.server}index.html`); // which the browser has not kept
	await v.at("last").click();
	assert.deepEqual(paths(), [`${input.server}index.html`]);
	await v.start({...people, black: "mcts", white: "gated", size: "5"});
	await v.at("forward").click();
	await v.reaches(1);
	assert.deepEqual(paths(), ["gogate.wasm", "index.html", "wasm_exec.js"].map((name) => input.server + name));
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

// ---- Games of programs ----

for (const game of input.games) {
	const {size, ko, suicide, black, white, seed} = game.settings;
	check(`as in the terminal ${black} ${white} ${size} ${ko} ${suicide}`, async (open) => {
		const v = await open(input.server);
		await v.start(game.settings);
		await v.hurry(50);
		await v.page.evaluate(() => window.watch());
		await v.at("play").click();
		await v.ended();
		const seen = await v.page.evaluate(() => window.seen);
		assert.deepEqual(seen.slice(1).map(({last}) => last), game.moves);
		assert.deepEqual(seen.map(({rows}) => rows), game.boards);
		assert.ok((await v.text("state")).endsWith(`: ${game.result}`), await v.text("state"));

		const {name, sgf} = await v.save();
		assert.equal(name, `${size}x${size}-seed${seed}-${black}-${white}.sgf`);
		assert.equal(sgf, game.sgf);

		await v.at("tab-record").click();
		await v.at("record-ko").selectOption(ko);
		await v.at("record-suicide").setChecked(suicide === "true");
		await v.at("load").setInputFiles({name, mimeType: "application/x-go-sgf", buffer: Buffer.from(sgf)});
		await v.until("record-name", `Turns: ${game.moves.length}.`);
		assert.deepEqual(await v.page.locator("#failed button").allInnerTexts(), game.failed);
		await v.page.evaluate(() => window.watch());
		await v.at("play").click();
		await v.ended();
		assert.deepEqual((await v.page.evaluate(() => window.seen)).map(({rows}) => rows), game.boards);
		for (const text of game.failed.slice(0, 3)) {
			const [, turn, names] = text.match(/^turn (\d+): (.*)$/);
			await v.page.locator(`#failed [data-turn="${turn}"]`).click();
			await v.until("place", `${turn} of `);
			const words = await v.text("words");
			for (const name of names.split(", ")) assert.ok(words.includes(`✗ FAIL\n${name} `), words);
		}
	});
}

check("watching", async (open) => {
	const v = await open(input.server);
	await v.start({...people, black: "greedy", white: "random", size: "5"});
	await v.at("forward").click();
	await v.reaches(1);
	await v.at("speed").selectOption("120");
	await v.at("play").click();
	await v.until("place", "4 of ");
	await v.at("play").click();
	await v.idle();
	assert.equal(await v.at("play").getAttribute("aria-label"), "Play");
	const {turn} = await v.look();
	await v.at("forward").click();
	await v.reaches(turn + 1);
	await v.at("back").click();
	assert.equal((await v.look()).turn, turn);
	await v.hurry(50);
	await v.at("play").click();
	await v.ended();
	assert.match(await v.text("state"), /^(Black \(greedy\)|White \(random\)) wins by [\d.]+: [BW]\+[\d.]+$/);
	const seen = await v.look();
	assert.ok(seen.owners.join("").replaceAll(".", "") !== "", "no area is shaded");
	assert.ok(await v.at("forward").isDisabled());
});

// ---- Moves of people ----

check("moves by click and text", async (open) => {
	const v = await open(input.server);
	await v.start(people);
	await v.point("D4").click();
	await v.reaches(1);
	const after = await v.look();
	assert.deepEqual(after.rows, [...Array(5).fill("........."), "...X.....", ...Array(3).fill(".........")]);
	const boxes = await Promise.all([v.page.locator('[data-stone="X"]').boundingBox(), v.at("board").boundingBox()]);
	const middle = (box, side, length) => box[side] + box[length] / 2;
	assert.ok(middle(boxes[0], "x", "width") < middle(boxes[1], "x", "width") && middle(boxes[0], "y", "height") > middle(boxes[1], "y", "height"), "D4 is not on the lower left");
	await v.play("e5");
	assert.equal((await v.look()).rows[4], "....O....");

	const before = await v.look();
	for (const [act, refused, why] of [
		[() => v.at("submit").click(), [], "Name a point, such as D4, or pass."],
		[() => v.point("D4").click(), ["D4"], "D4 is occupied"],
		[async () => {
			await v.at("move").fill("d4");
			await v.at("submit").click();
		}, ["D4"], "D4 is occupied"],
		[async () => {
			await v.at("move").fill("I9");
			await v.at("submit").click();
		}, [], '"I9" is no move: want a point from A1 to J9, pass or resign'],
	]) {
		await act();
		await v.until("message", why);
		await v.idle();
		assert.deepEqual(await v.look(), {...before, refused});
		assert.ok((await v.text("announce")).includes(why));
		await v.at("back").click();
		await v.at("last").click();
	}
	await v.at("pass").click();
	await v.reaches(3);
	assert.deepEqual((await v.look()).rows, before.rows);
	assert.match(await v.text("words"), /^turn 3: Black passes/);
	await v.at("undo").click();
	await v.reaches(2);
	assert.equal((await v.look()).last, "E5");
	assert.ok((await v.save()).sgf.endsWith("\n;B[df]\n;W[ee])\n"), "the record lacks the moves");
	const cursor = () => v.page.locator(".cursor").evaluate((e) => getComputedStyle(e).visibility);
	await v.point("C3").click();
	await v.reaches(3);
	await v.page.keyboard.press("ArrowUp");
	assert.equal(await cursor(), "visible");
	assert.ok(await v.at("board").evaluate((e) => e.classList.contains("aiming")), "only :focus-visible shows the cursor");
	await v.at("undo").focus();
	assert.equal(await cursor(), "hidden");
});

check("a program answers", async (open) => {
	const v = await open(input.server);
	await v.start({...people, white: "greedy", size: "5"});
	await v.point("C3").click();
	await v.reaches(2);
	const {rows} = await v.look();
	assert.deepEqual([...rows.join("")].filter((stone) => stone !== ".").sort(), ["O", "X"]);
	await v.at("resign").click();
	await v.until("state", "White (greedy) wins by resignation: W+R");
	assert.match(await v.text("words"), /^turn 3: Black resigns/);
	assert.ok((await v.save()).sgf.includes("RE[W+R]"));
	for (const turn of [2, 0]) {
		await v.at("undo").click();
		await v.reaches(turn);
	}
	await v.start({...people, black: "greedy", size: "5"});
	await v.reaches(1);
	assert.match(await v.text("state"), /^turn 2: White \(you\) to move$/);
});

check("keyboard alone", async (open) => {
	const v = await open(input.server), {keyboard} = v.page;
	await v.tabTo("#tab-live");
	await keyboard.press("Enter");
	await v.until("message", "You play Black");
	await v.tabTo('[name="white"]');
	await keyboard.type("you");
	await v.tabTo('[name="guarded"]');
	await keyboard.press("Space");
	await v.tabTo("#start");
	await keyboard.press("Enter");
	await v.until("message", "You play both sides");
	await v.page.waitForFunction(() => document.activeElement.id === "board");
	await keyboard.press("Tab");
	await v.tabTo("#board", "Shift+Tab");
	assert.match(await v.text("announce"), /E5, empty/);
	for (const key of ["ArrowLeft", "ArrowLeft", "ArrowDown"]) await keyboard.press(key);
	assert.match(await v.text("announce"), /C4, empty/);
	await keyboard.press("Enter");
	await v.reaches(1);
	assert.match(await v.text("announce"), /^turn 1: Black plays C4\b.*turn 2: White \(you\) to move/);
	await keyboard.press("Enter");
	await v.until("message", "C4 is occupied");
	await keyboard.press("ArrowUp");
	await keyboard.press("Enter");
	await v.reaches(2);
	assert.deepEqual((await v.look()).rows, [...Array(4).fill("........."), "..O......", "..X......", ...Array(3).fill(".........")]);
	await keyboard.press("p");
	await v.reaches(3);
	assert.match(await v.text("words"), /^turn 3: Black passes/);
});

// The moves after which A1 is an eye of Black, whose turn it is.
const eyed = ["A2", "A3", "B1", "C1", "B2", "A4", "B3", "pass"];

check("guarded", async (open) => {
	const v = await open(input.server);
	await v.start({...people, size: "5", guarded: "true"});
	assert.match(await v.text("players"), /Black: you, guarded, 0 captured/);
	await v.hurry(50);
	await v.play(...eyed);
	const before = await v.look();
	assert.deepEqual(before.marks, []);
	await v.at("marks").check();
	const {marks} = await v.look();
	assert.ok(marks.some(([check, point]) => check === "not_own_eye" && point === "A1"), JSON.stringify(marks));
	assert.match(await v.text("legend"), /not_own_eye: 1/);
	assert.equal(await v.page.locator('.point[data-point="A1"] title').textContent(), "not_own_eye: A1 fills an eye of the mover's own");

	await v.point("A1").click();
	await v.reaches(9);
	const after = await v.look();
	assert.match(await v.text("message"), /^not_own_eye refuses: A1 fills an eye of the mover's own\. The gate plays [A-E][1-5] for you\.$/);
	const [[, proposal], [, played]] = after.signs;
	assert.equal(proposal, "A1");
	assert.equal(played, after.last);
	assert.equal(after.rows[4][0], ".", "A1 was played");
	assert.equal(after.rows.join("").replaceAll(/[.O]/g, "").length, before.rows.join("").replaceAll(/[.O]/g, "").length + 1);
	assert.match(await v.text("words"), /Black proposed A1 \(\?\)[^]*✗ FAIL\nnot_own_eye A1 fills an eye[^]*instead \(!\): [A-E][1-5][^]*200 independent random playouts/);
	assert.ok((await v.save()).sgf.includes("not_own_eye: A1 fills an eye"));
});

check("stop in mid-search", async (open) => {
	const v = await open(input.server);
	await v.start({...people, size: "19", guarded: "true", playouts: "100000"});
	await v.play("A2", "pass", "B1", "pass");
	const {rows} = await v.look(), saved = await v.save();
	await v.point("A1").click(); // which the gate replaces, after a search of minutes
	await v.until("message", "the gate of Black is thinking");
	assert.equal(await v.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn("drawn")))), "drawn");
	await v.at("back").click();
	assert.equal((await v.look()).turn, 3);
	await v.at("last").click();
	await v.point("C3").click();
	await v.until("message", "Wait for the answer, or press Stop.");
	assert.ok(await v.at("stop").isEnabled(), "the search was over before the page answered");
	const closed = v.page.workers()[0].waitForEvent("close");
	await v.at("stop").click();
	await closed;
	await v.idle();
	assert.equal(await v.text("message"), "Stopped.");
	assert.deepEqual((await v.look()).rows, rows);
	await v.play("C3");
	const after = await v.look();
	assert.equal(after.turn, 5);
	assert.equal(after.rows[16], "..X................");
	const {sgf} = await v.save();
	assert.deepEqual(sgf.match(/^;[BW]\[\w*\]/gm), [";B[ar]", ";W[]", ";B[bs]", ";W[]", ";B[cq]"]);
	assert.ok(sgf.startsWith(saved.sgf.replace(/\)\n$/, "\n;B[cq]C[turn 5: ")), `${sgf} does not go on after ${saved.sgf}`);

	await v.start({...people, size: "19", white: "mcts", playouts: "100000"});
	await v.point("D4").click();
	await v.until("message", "White (mcts) is thinking");
	await v.at("stop").click();
	await v.until("message", "Stopped before White (mcts) moved. Forward lets it move.");
	await v.at("forward").click();
	await v.until("message", "White (mcts) is thinking");
	await v.at("stop").click();
	await v.at("undo").click();
	await v.reaches(0);
	assert.equal(await v.page.locator("[data-stone]").count(), 0);
});

check("start again while loading", async (open) => {
	const v = await open(input.server);
	// hold keeps the next request for a file until it is let go.
	const hold = (file) => new Promise((asked) => v.page.context().route(input.server + file,
		(route) => asked(() => route.continue().catch(() => {})), {times: 1}));
	const library = hold("gogate.wasm"), starting = hold("wasm_exec.js");
	await v.set({...people, size: "5"});
	await v.at("start").click();
	await (await library)();
	const goOn = await starting;
	await v.set({size: "6"});
	await v.at("start").click();
	await goOn();
	await v.until("message", "You play both sides");
	assert.equal((await v.look()).rows.length, 6);
	for (const worker of v.page.workers().slice(0, -1)) await worker.waitForEvent("close"); // but for the last
	await v.play("C3");
});

check("stop without the server", async (open) => {
	const v = await open(input.server);
	await v.start({...people, size: "5", white: "mcts", playouts: "100000"});
	await v.page.context().setOffline(true);
	await v.point("C3").click();
	await v.until("message", "White (mcts) is thinking");
	await v.at("stop").click();
	await v.at("undo").click();
	await v.reaches(0);
	await v.start({...people, size: "6"});
	await v.play("C3");
});

check("a library that cannot be loaded", async (open) => {
	const v = await open(input.server);
	// serve answers the next request for a file with a body.
	const serve = (file, body) => v.page.context().route(input.server + file, (route) => route.fulfill({body}), {times: 1});
	await v.set({...people, size: "5"});
	await v.idle();
	for (const [file, body] of [
		["gogate.wasm", "not WebAssembly"],
		["gogate.wasm", Buffer.from("0061736d01000000", "hex")], // a module with nothing in it
		["wasm_exec.js", "<!DOCTYPE html>"],
		["wasm_exec.js", ""],
	]) {
		await v.page.reload();
		await serve(file, body);
		await v.at("tab-live").click();
		await v.until("message", "could not be loaded");
		const message = await v.text("message");
		assert.ok(message.startsWith(`The library, ${file}, could not be loaded (`) && message.endsWith("): is the server’s copy whole?"), message);
		await v.start({...people, size: "5"}); // which fetches it anew
		await v.until("message", "You play both sides");
	}
	await v.page.reload();
	await v.page.context().route(`${input.server}gogate.wasm`, () => {}, {times: 1}); // which hangs
	await v.at("tab-live").click();
	await v.until("message", "Loading");
	await v.at("stop").click();
	await v.until("message", "Stopped.");
	await v.start({...people, size: "5"});
});

check("a game that is not saved", async (open) => {
	const v = await open(input.server);
	const held = () => v.page.evaluate(() => !dispatchEvent(new Event("beforeunload", {cancelable: true})));
	await v.start({...people, size: "5"});
	assert.ok(!await held());
	await v.play("C3", "B2");
	const before = await v.look();
	assert.ok(await held());
	await v.set({size: "99"});
	await v.at("start").click();
	await v.until("message", 'size "99": want a whole number from 2 to 25'); // without a question
	await v.set({size: "5"});
	v.reply = false;
	await Promise.all([v.page.waitForEvent("dialog"), v.at("start").evaluate((start) => {
		start.click();
		start.click(); // which asks once all the same
	})]);
	assert.deepEqual(v.asked, ["Start another game? The present one has 2 turns that are not saved."]);
	assert.deepEqual(await v.look(), before);
	await v.save();
	assert.ok(!await held());
	await v.play("D4");
	v.reply = true;
	await v.start({...people, size: "6", black: "greedy", white: "random"});
	assert.deepEqual(v.asked.slice(1), ["Start another game? The present one has 1 turn that is not saved."]);
	await v.at("forward").click();
	await v.reaches(1);
	assert.ok(!await held());
	await v.start({...people, size: "5"});
	assert.equal(v.asked.length, 2);
});

// ---- Records, settings, and small screens ----

check("records that are wrong", async (open) => {
	const v = await open(input.server);
	await v.at("tab-record").click();
	await v.page.locator("summary").click();
	const read = async (text) => {
		await v.at("paste").fill(text);
		await v.at("read").click();
	};
	await read("(;GM[1]SZ[9]PB[Ann];B[ee];W[cc];B[ee];W[gg])");
	await v.until("message", "the record cannot be played further: ");
	assert.match(await v.text("message"), /^[^\n]*turn 3, Black E5: the point is occupied$/);
	assert.equal(await v.text("place"), "0 of 3");
	assert.match(await v.text("record-name"), /^Ann – White, 9×9, komi 0\. /);
	assert.match(await v.text("failed"), /^turn 3\b.*\blegal$/);
	await v.at("last").click();
	await v.until("words", "turn 3: Black plays E5");
	await v.until("words", "legal");
	const before = await v.look();
	for (const [text, why] of [
		["no record", "there is no game: a game must begin with (;"],
		["(;GM[1]SZ[99];B[ee])", "99"],
		["(;GM[2];B[ee])", "GM[2]"],
	]) {
		await read(text);
		await v.until("message", why);
		assert.ok(!(await v.text("message")).includes("\n"));
		assert.deepEqual(await v.look(), before);
	}
	await v.at("record-ko").selectOption("simple"); // which keeps the turn, and what was wrong
	await v.until("message", "GM[2]");
	assert.match(await v.text("message"), /^the pasted text cannot be read: [^\n]*\. The board still shows the record before; the record cannot/);
	await v.until("place", "3 of 3");
	await read("(;GM[1]SZ[5]C[<b>first</b>];B[cc]C[<img src=x onerror=alert(1)>])");
	await v.until("words", "<b>first</b>");
	await v.at("forward").click();
	await v.until("words", "<img src=x onerror=alert(1)>");
});

check("settings that are refused", async (open) => {
	const v = await open(input.server);
	await v.start(people);
	await v.play("C3");
	const before = await v.look();
	for (const [wrong, why] of [ // before any question
		[{size: "26"}, 'size "26": want a whole number from 2 to 25'],
		[{komi: "abc"}, 'komi "abc": want points such as 7.5'],
		[{playouts: "0"}, 'playouts "0": want a whole number from 1 to 100000'],
		[{seed: "-1"}, 'seed "-1": want a whole number from 0 to 18446744073709551615'],
		[{limit: "many"}, 'limit "many": want a whole number from 0 to 10000'],
	]) {
		await v.set({size: "9", komi: "7.5", playouts: "30", seed: "0", limit: "", ...wrong});
		await v.at("start").click();
		await v.until("message", why);
		await v.idle();
		assert.deepEqual(await v.look(), before);
		assert.equal(await v.text("rules"), "9×9, komi 7.5, positional superko, suicide illegal, 30 playouts, seed 0, not guarded, at most 243 turns");
	}
	await v.play("D3");
});

check("a small screen", async (open) => {
	const v = await open(input.server, {viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true});
	const fits = async () => {
		const width = await v.page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
		assert.ok(width <= 360, `${width} pixels wide`);
		const box = await v.at("board").boundingBox();
		assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.width > 330, `the board has ${JSON.stringify(box)}`);
	};
	await v.at("to-override").tap();
	await fits();
	await v.start({...people, size: "19"});
	await fits();
	await v.point("T19").tap();
	await v.until("message", "Touch T19 again to play it.");
	assert.equal((await v.look()).turn, 0);
	await v.point("T19").tap();
	await v.reaches(1);
	assert.equal((await v.look()).rows[0], "..................X");
	await v.at("marks").check();
	await fits();
	v.reply = true;
	await v.start({...people, size: "5"});
	await v.page.waitForFunction(() => {
		const {top, bottom} = document.getElementById("board").getBoundingClientRect();
		return top >= -1 && bottom <= innerHeight + 1; // Start, far below, brings it back
	});
	await v.point("C3").tap(); // where a finger hits a point, one touch plays
	await v.reaches(1);
	const {sgf} = await v.save();
	await v.at("tab-record").tap();
	await v.at("load").setInputFiles({name: "a game.sgf", mimeType: "text/plain", buffer: Buffer.from(sgf)});
	await v.until("record-name", "a game.sgf: you – you, 5×5, komi 7.5. Turns: 1.");
	await fits();
});

check("times", async (open, log) => {
	const opened = performance.now(), v = await open(input.server);
	await v.at("tab-live").click();
	await v.until("message", "You play Black");
	log(`first move playable after ${Math.round(performance.now() - opened)} ms`);
	await v.start({...people, black: "mcts", white: "mcts", playouts: "200"});
	const times = [];
	for (const turn of [1, 2, 3]) {
		times.push(await v.page.evaluate((turn) => new Promise((done) => {
			const since = performance.now();
			new MutationObserver(() => {
				if (window.look().turn === turn) done(performance.now() - since);
			}).observe(document.getElementById("place"), {childList: true});
			document.getElementById("forward").click();
		}), turn));
		await v.idle();
	}
	log(`searches of 200 playouts on 9×9 took ${times.map(Math.round).join(", ")} ms`);
});

// ---- All checks ----

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

// Moves of people.
"use strict";

const assert = require("node:assert/strict");
const {input, check, people} = require("./checks");

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
		}, [], 'move "I9": must be a point from A1 to J9, pass or resign'],
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
	assert.match(await v.text("words"), /Black proposed A1 \(\?\)[^]*✗ FAIL\nnot_own_eye A1 fills an eye[^]*instead \(!\): [A-E][1-5][^]*200 independent random games/);
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
	for (const worker of v.page.workers().slice(0, -1)) await worker.waitForEvent("close"); // all except the last
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
	await v.until("message", 'size "99": must be a whole number from 2 to 25'); // without a question
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

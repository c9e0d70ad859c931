// Records, settings, small screens and times.
"use strict";

const assert = require("node:assert/strict");
const {input, check, people} = require("./checks");

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
		[{size: "26"}, 'size "26": must be a whole number from 2 to 25'],
		[{komi: "abc"}, 'komi "abc": must be points such as 7.5'],
		[{playouts: "0"}, 'playouts "0": must be a whole number from 1 to 100000'],
		[{seed: "-1"}, 'seed "-1": must be a whole number from 0 to 18446744073709551615'],
		[{limit: "many"}, 'limit "many": must be a whole number from 0 to 10000'],
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

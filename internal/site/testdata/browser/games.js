// Games of programs.
"use strict";

const assert = require("node:assert/strict");
const {input, check, people} = require("./checks");

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

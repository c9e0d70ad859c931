// A visit to the page, and what runs in every page for it.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");

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

module.exports = {inPage, Visit};

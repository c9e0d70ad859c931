// The list of checks, and what they share.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");

const input = JSON.parse(fs.readFileSync(0, "utf8"));
const checks = [];
const check = (name, act) => checks.push({name, act});

// shows compares a board with a view of the library.
function shows(seen, view) {
	assert.equal(seen.turn, view.turn);
	assert.deepEqual(seen.rows, view.rows, `the board after turn ${view.turn}`);
	if (view.last) assert.equal(seen.last, view.last);
}

const people = {size: "9", black: "you", white: "you", guarded: "false", playouts: "30"};

module.exports = {input, checks, check, shows, people};

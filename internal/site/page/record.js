// The record: a game to walk through.

const recordEngine = new Engine(() => record.request);
record.fetch = async (turn) => (await recordEngine.ask({op: "view", turn, marks: true})).view;
record.failed = [];

// load loads a record. sgf is a text, or the bytes of a file, in which the record names
// its charset. If again is true, the record on the page is loaded again by other rules:
// its turn stays, and so does the message that another record was refused.
async function load(sgf, {file = "", again = false} = {}) {
	select(record);
	pause();
	const what = file || "the pasted text", refused = again && record.message.text === record.refused ? record.refused : "";
	say(`Reading ${what} …`, {of: record});
	const request = {op: "load", sgf, ko: $("record-ko").value, suicide: $("record-suicide").checked};
	let answer;
	try {
		answer = await recordEngine.ask({...request, marks: true});
	} catch (err) {
		return refuseRecord(what, err);
	}
	const {record: {turns, names, failed, ends}, view} = answer, turn = again ? Math.min(record.turn, turns) : 0;
	Object.assign(record, {request, file, failed, views: [view], turn: 0, length: turns + 1, names: {Black: names.black, White: names.white}});
	$("record-name").replaceChildren(...recordWords(answer.record, file));
	$("failed").replaceChildren(...failed.map(failedItem));
	$("record").hidden = false;
	say([refused, ends].filter(Boolean).join("; "), {refusal: !!refused, of: record});
	if (source !== record) return;
	pause();
	setTicks();
	go(turn);
}

// refuseRecord says why a record is not shown, and what is shown instead.
function refuseRecord(what, err) {
	const wrong = err instanceof Refusal ? `${what} cannot be read: ${err.message}` : err.message;
	record.refused = record.request ? `${wrong}${/[.?]$/.test(wrong) ? "" : "."} The board still shows the record before` : wrong;
	say(record.refused, {refusal: true, of: record});
}

// recordWords say what a record is.
function recordWords({about, names: {black, white}, result, moves, failed, unjudged}, file) {
	return [
		...file ? [isolated(file), ": "] : [],
		isolated(black || "Black"), " – ", isolated(white || "White"), `, ${about}`,
		...result ? [", ", isolated(result)] : [],
		`. Turns: ${moves}. Turns that fail a check: ${failed.length || "none"}.`,
		unjudged > 0 ? ` Not judged, after the illegal move: ${unjudged}.` : "",
	];
}

function failedItem({turn, label, checks}) {
	const button = element("button", {type: "button", "data-turn": turn}, `${label}: ${checks.join(", ")}`);
	button.onclick = byHand(() => {
		go(turn);
		reveal("board");
	});
	return element("li", {}, button);
}

// read reads a file that was chosen or dropped.
async function read(file) {
	if (!file) return;
	select(record);
	let bytes;
	try {
		bytes = new Uint8Array(await file.arrayBuffer());
	} catch (err) {
		return refuseRecord(file.name, new Refusal(err.message));
	}
	await load(bytes, {file: file.name});
}

// The page: a timeline and words beside the board, for one of three sources of positions.
// A source holds views, which are what the library says of a position, by turn. The
// recorded example has all of its views; those of a live game and of a record come from
// the library.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// enable says whether a button does anything. One that does nothing keeps the focus, and
// the listener below keeps its presses from everybody.
const enable = (id, can) => $(id).setAttribute("aria-disabled", String(!can));

document.addEventListener("click", (event) => {
	if (!event.target.closest('[aria-disabled="true"]')) return;
	event.preventDefault();
	event.stopPropagation();
}, true);

// ---- Timeline ----

// newSource returns a source with its message, which stands under the board. One with
// names has a game.
const newSource = (views) => ({views, turn: 0, length: views.length, message: {text: "", refusal: false}});

const recording = JSON.parse($("recording").textContent);
const example = newSource(recording.views);
const blank = (state) => ({...example.views[0], state, account: "", player: ""}); // before the library says more
const live = newSource([blank("No game yet.")]);
const record = newSource([blank("No record yet.")]);
let source = example;
let shown; // the view that is drawn
let playing; // an object of its own for each time that play is pressed

// overrideAt returns the override to speak of after a turn: that of the next turn, whose
// proposal stands before the board as it is, or that of the turn itself.
function overrideAt(turn) {
	return source.views[turn + 1]?.move?.override ?? source.views[turn]?.move?.override;
}

// go shows the position after a turn. It reports whether there is one to show: the
// library may fail, and another game may have taken the place of this one.
async function go(turn) {
	const from = source, {views} = from;
	const wanted = from.turn = Math.max(0, Math.min(from.length - 1, turn));
	setTimeline();
	if (!views[wanted]) {
		try {
			views[wanted] = await from.fetch(wanted);
			if (from.message.refusal) say("", {of: from}); // what was wrong is so no more
		} catch (err) {
			if (from.views === views) say(err.message, {refusal: true, of: from});
			return false;
		}
	}
	if (from.views !== views) return false;
	if (source === from && from.turn === wanted) show();
	return true;
}

// show draws and tells the turn at which the source stands.
function show(illegal) {
	const before = shown, override = overrideAt(source.turn);
	shown = source.views[source.turn];
	draw(shown, {marks: marksOf(shown), override, illegal, open: source === live && shown.player === "you"});
	tell();
	setTimeline();
	if (shown !== before && (!playing || override || shown.over)) announceTurn();
}

function setTimeline() {
	const {turn, length, views} = source, end = length - 1, place = `${turn} of ${end}`;
	$("slider").max = end;
	$("slider").value = turn;
	$("slider").setAttribute("aria-valuetext", [views[turn]?.label, place].filter(Boolean).join(", "));
	$("place").textContent = place;
	enable("first", turn > 0);
	enable("back", turn > 0);
	enable("last", turn < end);
	enable("forward", turn < end || more() && !live.work);
	enable("play", length > 1 || more());
	$("play").title = playing ? "Pause" : "Play";
	$("play").setAttribute("aria-label", $("play").title);
	for (const button of $("failed").querySelectorAll("button")) {
		button.setAttribute("aria-current", String(Number(button.dataset.turn) === turn));
	}
}

// setTicks marks on the slider the turns where a check refused.
function setTicks() {
	const turns = source === record ? record.failed.map(({turn}) => turn) :
		source.views.flatMap((view, turn) => view.move?.override ? [turn] : []);
	$("ticks").replaceChildren(...turns.map((turn) => {
		const tick = element("i");
		tick.style.left = `${100 * turn / (source.length - 1)}%`;
		return tick;
	}));
}

function pause() {
	playing = undefined;
	setTimeline();
}

async function play() {
	const run = playing = {};
	if (!more() && !(source === live && live.work)) await go(0);
	setTimeline();
	while (playing === run && await advance() && more()) {
		const pace = Number($("speed").value);
		await sleep(overrideAt(source.turn) ? Math.max(3 * pace, 1500) : pace); // an override takes longer to read
	}
	if (playing === run) pause();
}

// more reports whether a turn follows the one that is shown: one that was played, or that
// of a program.
const more = () => source.turn < source.length - 1 || source === live && programToMove();

// advance goes to the next turn. Where there is none it waits for the one that the
// library is at, or lets the program of a live game move. It reports whether it did.
async function advance() {
	if (source.turn < source.length - 1) return go(source.turn + 1);
	if (source !== live) return false;
	if (live.work) return !!(await live.work).view;
	return programToMove() && act({op: "step"});
}

// programToMove reports whether the turn of the live game is that of a program.
function programToMove() {
	const {player} = live.views.at(-1);
	return player !== "" && player !== "you";
}

// ---- Words ----

// tell puts the shown turn into words.
function tell() {
	const override = overrideAt(source.turn);
	$("state").textContent = shown.state;
	$("words").replaceChildren(
		element("ul", {class: "count"}, ...shown.count.map((line) => element("li", {}, line))),
		...override ? overrideWords(override) : turnWords(shown));
	tellPlayers();
	$("show-marks").hidden = source === example;
	tellLegend();
}

// turnWords are the account of a turn, the verdicts on its move, and the comment that a
// record has on it.
function turnWords(view) {
	if (!view.move) return [element("p", {class: "comment"}, view.account || idleWords())];
	const [account, ...comment] = view.account.split("\n");
	return [element("p", {}, account), verdictList(view.move.verdicts), element("p", {class: "comment"}, comment.join("\n"))];
}

// idleWords speak of a position that came about without a move and without words.
function idleWords() {
	if (!source.names) return "";
	return source.turn === 0 ? "No move yet." : "No move here.";
}

// overrideWords are the proposal, each verdict on it, what was played instead, and what
// playouts say of that.
function overrideWords(override) {
	const next = source.views[source.turn + 1]?.move?.override === override;
	const {label, move} = source.views[source.turn + (next ? 1 : 0)];
	const passed = move.verdicts.filter((v) => v.ok).map((v) => v.check).join(", ");
	const words = [
		element("h3", {}, next ? `${move.color} proposes ${override.proposal} (?)` : `${label}: ${move.color} proposed ${override.proposal} (?)`),
		verdictList(override.verdicts),
		element("h3", {}, `${next ? "Will be played" : "Played"} instead (!): ${override.how}`),
		element("p", {}, [override.note, `it passes ${passed}`].filter(Boolean).join("; ")),
	];
	if (override.interval) words.push(element("p", {}, override.interval));
	return words;
}

function verdictList(verdicts) {
	return element("ul", {class: "verdicts"}, ...verdicts.map(({check, ok, why}) => element("li", {},
		element("span", {class: ok ? "badge" : "badge refuses"}, ok ? "✓ pass" : "✗ FAIL"),
		element("span", {}, element("code", {}, check), ` ${why}`))));
}

function tellPlayers() {
	const names = source.names ?? {};
	const told = (color, stone, taken) => element("span", {},
		shape("svg", {viewBox: "-.5 -.5 1 1", "aria-hidden": "true"}, shape("circle", {class: stone, r: 0.46})),
		`${color}${names[color] ? `: ${names[color]}` : ""}, ${taken} captured`);
	$("players").replaceChildren(told("Black", "X", shown.taken.black), told("White", "O", shown.taken.white));
}

// marksOf returns what the checks refuse, if that is to be shown.
const marksOf = (view) => $("marks").checked && source !== example && !view.over ? view.marks : [];

// tellLegend says which mark stands for which check, and how many there are.
function tellLegend() {
	const counts = {};
	for (const {check} of marksOf(shown)) counts[check] = (counts[check] ?? 0) + 1;
	const kinds = Object.entries(counts).map(([check, n]) => element("span", {},
		shape("svg", {viewBox: "-.4 -.4 .8 .8", "aria-hidden": "true"}, shape("path", {class: "mark", d: markPath(check)})),
		`${check}: ${n}`));
	if ($("marks").checked && kinds.length === 0 && source.names && !shown.over) {
		kinds.push(element("span", {}, `nothing is refused to ${shown.toPlay} here`));
	}
	$("legend").replaceChildren(...kinds);
}

// say keeps a sentence as the message of a source, which is shown right under the board
// whenever that source is. A quiet one is not announced.
function say(text, {refusal = false, quiet = false, of = source} = {}) {
	of.message = {text, refusal};
	if (of === source) showMessage();
	if (of === source && !quiet) announce(text);
}

function showMessage() {
	const {text, refusal} = source.message;
	$("message").textContent = text;
	$("message").classList.toggle("refusal", refusal);
}

let announcing = []; // texts that are announced at once, so that none takes the place of another

function announce(text) {
	if (!text) return;
	if (announcing.length === 0) queueMicrotask(announceAll);
	announcing.push(/[.!?…]$/.test(text) ? text : `${text}.`);
}

// announceAll says it in a new element, so that the same words are said again.
function announceAll() {
	$("announce").replaceChildren(element("span", {}, announcing.join(" ")));
	announcing = [];
}

function announceTurn() {
	const override = overrideAt(source.turn);
	const said = override ?
		[`Proposal ${override.proposal}`, ...override.verdicts.filter((v) => !v.ok).map((v) => `${v.check} refuses: ${v.why}`), `instead ${override.played}`] :
		[shown.account.split("\n")[0], ...(shown.move?.verdicts ?? []).filter((v) => !v.ok).map((v) => `${v.check} fails: ${v.why}`)];
	if (override) said.unshift(shown.label);
	announce([...said, shown.state, ...shown.over ? shown.count : []].filter(Boolean).join(". "));
}

// ---- Live ----

const liveEngine = new Engine(() => live.settings && {op: "start", ...live.settings, ...movesOf(live)});
const form = $("settings");
const loading = "Loading the library, about 1 MB …";

for (const name of ["black", "white"]) {
	form.elements[name].append(...recording.players.map((player) => element("option", {}, player)));
}
form.elements.black.value = "you";
form.elements.white.value = "mcts";

// movesOf returns the moves of a game as a new session takes them, with the comments
// that its record will have.
function movesOf({views}) {
	const request = {moves: views.slice(1).map((view) => view.last).join(" ")};
	views.forEach((view, turn) => {
		if (view.comment) request[`comment${turn}`] = view.comment;
	});
	return request;
}

// settings reads the form as a request has it: texts only.
function settings() {
	const read = {};
	for (const field of form.elements) {
		if (field.name) read[field.name] = field.type === "checkbox" ? String(field.checked) : field.value.trim();
	}
	return read;
}

// demand asks the session of the live game for a view, which is live.work until it comes.
// Its promise has the view or the err, and neither if the answer is no longer wanted.
function demand(request) {
	const asked = liveEngine.ask({...request, marks: "true"}).then((view) => ({view}), (err) => ({err}));
	const work = asked.then((outcome) => {
		if (live.work !== work) return {};
		setWork(undefined);
		return outcome;
	});
	setWork(work);
	return work;
}

// setWork sets what the live game waits for, and with it what can be pressed.
function setWork(work) {
	live.work = work;
	const persons = !work && Object.values(live.names ?? {}).includes("you");
	enable("stop", !!work);
	for (const id of ["submit", "pass", "undo"]) enable(id, persons);
	enable("save", !work && live.settings);
	setTimeline();
}

async function start() {
	pause();
	if (live.work) liveEngine.stop("Stopped for another game.");
	const wanted = settings();
	if (!loaded) say(loading, {of: live});
	const {view, err} = await demand({op: "start", ...wanted});
	if (err) return say(err.message, {refusal: true, of: live});
	if (!view) return;
	Object.assign(live, {settings: wanted, names: {Black: wanted.black, White: wanted.white}, views: []});
	take(view, true);
	setWork(undefined);
	welcome();
	await answer();
}

function welcome() {
	const view = live.views[0], {names} = live, of = live;
	if (view.player === "you") say(`You play ${names.White === "you" ? "both sides" : "Black"}: choose a point.`, {of});
	else if (names.White === "you") say("You play White.", {of});
	else say("Press play to watch, or forward for one move.", {of});
}

// take adds a view to the live game, whose later turns it replaces. The page follows, or
// stays at an earlier turn.
function take(view, follow) {
	live.views.length = view.turn;
	live.views[view.turn] = view;
	live.length = view.turn + 1;
	live.turn = follow ? view.turn : Math.min(live.turn, view.turn);
	if (source !== live) return;
	setTicks();
	show();
}

// act asks for a turn, or to take some back. It reports whether that was done.
async function act(request) {
	const {op, move} = request, before = live.views.at(-1), thinks = thinking(op, before);
	const work = demand(request);
	if (thinks) setTimeout(() => live.work === work && say(thinks, {of: live}), 300);
	const {view, err} = await work;
	if (err) {
		say(err.message, {refusal: true, of: live});
		if (source !== live) return false;
		pause();
		show(op === "move" && err instanceof Refusal ? move.toUpperCase() : "");
		return false;
	}
	if (!view) return false;
	if (op === "undo") {
		say("", {of: live});
		take({...live.views[view.turn], marks: view.marks}, true); // a session that took over knows less of earlier turns
		return true;
	}
	const follow = live.turn === live.length - 1; // or the user looks at an earlier turn
	const words = replaced(view) || (op === "step" ? replaced(before) : "");
	say(words || (follow ? "" : view.state), {of: live, quiet: follow}); // the turn itself is announced
	take(view, follow);
	return true;
}

// thinking says who thinks about a turn: a program, or the gate of a person.
function thinking(op, view) {
	if (op === "step") return `${side(view)} is thinking …`;
	return op === "move" && live.settings.guarded === "true" ? `the gate of ${view.toPlay} is thinking …` : "";
}

// side names the side to move with its player.
const side = ({toPlay, player}) => `${toPlay} (${player})`;

// replaced says what the gate played for a person.
function replaced(view) {
	const override = view.move?.override;
	if (!override || view.move.player !== "you") return "";
	const refusals = override.verdicts.filter((v) => !v.ok).map((v) => `${v.check} refuses: ${v.why}`);
	return `${refusals.join("; ")}. The gate plays ${override.played} for you.`;
}

// choose makes a person's move. It reports whether that was done.
async function choose(move) {
	if (source !== live || live.work) return false;
	const why = closed();
	if (why) say(why);
	if (why || !await act({op: "move", move})) return false;
	answer();
	return true;
}

// closed says why a person cannot move at what is shown, if so.
function closed() {
	if (!live.settings) return "Start a game first.";
	const view = live.views[live.turn];
	if (live.turn < live.length - 1) return `This is ${view.label || "the start"}: go to the last turn to play.`;
	if (view.over) return Object.values(live.names).includes("you") ?
		"The game is over: start another, or take your last move back." : "The game is over: start another.";
	return programToMove() ? `It is the turn of ${side(view)}: forward lets it move.` : "";
}

// answer lets a program move that plays against a person, whatever is shown meanwhile.
// What the gate played for the person stands for a while before.
async function answer() {
	const {views, names} = live;
	if (replaced(views.at(-1))) await sleep(1500);
	if (views === live.views && !live.work && Object.values(names).includes("you") && programToMove()) await act({op: "step"});
}

function stop() {
	liveEngine.stop("Stopped.");
	setWork(undefined); // so that nobody waits for its end
	pause();
	say(programToMove() ? `Stopped before ${side(live.views.at(-1))} moved. Forward lets it move.` : "Stopped.");
	liveEngine.open().catch(() => {}); // whoever asks next hears of it
}

async function save() {
	try {
		const {sgf, name} = await liveEngine.ask({op: "save"});
		const url = URL.createObjectURL(new Blob([sgf], {type: "application/x-go-sgf"}));
		element("a", {href: url, download: name}).click();
		setTimeout(() => URL.revokeObjectURL(url), 10000);
		say(`Saved as ${name}.`, {of: live});
	} catch (err) {
		say(err.message, {refusal: true, of: live});
	}
}

// ---- Record ----

const recordEngine = new Engine(() => record.request);
record.fetch = (turn) => recordEngine.ask({op: "view", turn: String(turn), marks: "true"});
record.failed = [];

// load loads a record: a text, or the bytes of a file, which tell their charset.
async function load(sgf) {
	select(record);
	pause();
	const request = {op: "load", sgf, ko: $("record-ko").value, suicide: String($("record-suicide").checked)};
	let answer;
	try {
		answer = await recordEngine.ask({...request, marks: "true"});
	} catch (err) {
		return say(err.message, {refusal: true, of: record});
	}
	const {turns, names, failed, ends, view} = answer;
	Object.assign(record, {request, failed, views: [view], turn: 0, length: turns + 1, names: {Black: names.black, White: names.white}});
	$("record-name").textContent = recordWords(answer);
	$("failed").replaceChildren(...failed.map(failedItem));
	$("record").hidden = false;
	say(ends, {of: record});
	if (source !== record) return;
	pause();
	setTicks();
	show();
}

// recordWords say what a record is.
function recordWords({name, result, moves, failed, unjudged}) {
	const words = `${name}${result && `, ${result}`}. Turns: ${moves}. Turns that fail a check: ${failed.length || "none"}.`;
	return unjudged > 0 ? `${words} Not judged, after the illegal move: ${unjudged}.` : words;
}

function failedItem({turn, label, checks}) {
	const button = element("button", {type: "button", "data-turn": turn}, `${label}: ${checks.join(", ")}`);
	button.onclick = byHand(() => go(turn));
	return element("li", {}, button);
}

// read reads a file that was chosen or dropped.
async function read(file) {
	if (!file) return;
	select(record);
	try {
		await load(new Uint8Array(await file.arrayBuffer()));
	} catch (err) {
		say(`${file.name} cannot be read: ${err.message}`, {refusal: true, of: record});
	}
}

// ---- The page as a whole ----

const tabs = new Map([[example, $("tab-example")], [live, $("tab-live")], [record, $("tab-record")]]);

// select changes the source.
function select(wanted) {
	if (source === wanted) return;
	pause();
	source = wanted;
	for (const [of, tab] of tabs) tab.setAttribute("aria-pressed", String(of === wanted));
	$("panel-example").hidden = wanted !== example;
	for (const id of ["panel-live", "settings"]) $(id).hidden = wanted !== live || !!obstacle;
	$("save").hidden = wanted !== live;
	$("panel-record").hidden = wanted !== record || !!obstacle;
	$("notice").hidden = wanted === example || !obstacle;
	$("message").hidden = wanted === example || !!obstacle;
	showMessage();
	announce(source.message.text);
	setTicks();
	show();
	if (wanted === example || obstacle) return;
	if (wanted === live && !live.settings && !live.work) start();
	if (wanted === record) fetchFor(record);
}

// fetchFor fetches the library for a source, and says so while it lasts.
async function fetchFor(of) {
	if (loaded) return;
	say(loading, {of});
	const failure = await library().then(() => "", (err) => err.message);
	say(failure, {refusal: true, of});
}

function byHand(act) {
	return () => {
		pause();
		act();
	};
}

$("first").onclick = byHand(() => go(0));
$("back").onclick = byHand(() => go(source.turn - 1));
$("forward").onclick = byHand(advance);
$("last").onclick = byHand(() => go(source.length - 1));
$("slider").oninput = ({target}) => {
	const turn = Number(target.value); // which pause sets back
	pause();
	go(turn);
};
$("play").onclick = () => playing ? pause() : play();
$("marks").onchange = () => show();
$("submit").form.onsubmit = async (event) => {
	event.preventDefault();
	const {value} = $("move"), move = value.trim();
	if (move && await choose(move) && $("move").value === value) $("move").value = "";
};
$("pass").onclick = () => choose("pass");
$("undo").onclick = byHand(() => act({op: "undo"}));
$("stop").onclick = stop;
$("save").onclick = save;
form.onsubmit = (event) => {
	event.preventDefault();
	start();
};
$("load").onclick = ({target}) => target.value = ""; // so that the same file, edited, is a change
$("load").onchange = ({target}) => read(target.files[0]);
$("read").onclick = () => load(`\ufeff${$("paste").value}`); // a text of the page is UTF-8, whatever charset it names
$("record-ko").onchange = $("record-suicide").onchange = () => record.request && load(record.request.sgf);
for (const [of, tab] of tabs) tab.onclick = () => select(of);

// onFiles listens to files that are dragged onto the page, and leaves texts to their
// fields.
function onFiles(name, act) {
	addEventListener(name, (event) => {
		if (!event.dataTransfer.types.includes("Files")) return;
		event.preventDefault();
		act(event);
	});
}

onFiles("dragover", () => document.body.classList.add("dropping"));
onFiles("dragleave", () => document.body.classList.remove("dropping"));
onFiles("drop", (event) => {
	document.body.classList.remove("dropping");
	read(event.dataTransfer.files[0]);
});

$("title").textContent = recording.title;
example.names = Object.fromEntries(example.views.filter((view) => view.move).map(({move}) => [move.color, move.player]));
$("to-override").onclick = byHand(() => go(recording.override - 1));
setTicks();
$("notice").textContent = obstacle;
$("message").hidden = true;
setWork(undefined);
show();

// The live game: its settings, its moves and what a person may do meanwhile.

const liveEngine = new Engine(() => live.settings && {op: "start", ...live.settings, ...movesOf(live)});
const form = $("settings");
const loading = "Loading the library, about 1 MB …";

for (const side of ["black", "white"]) {
	form.elements[side].append(...recording.players.map(({name, does}) => element("option", {title: does}, name)));
}
form.elements.black.value = "you";
form.elements.white.value = "mcts";

// movesOf returns the moves of a game as a new session takes them, with the comments
// that its record will have.
const movesOf = ({views}) => ({
	moves: views.slice(1).map((view) => view.last).join(" "),
	comments: views.map((view) => view.comment),
});

// settings reads the form as a request has it: what is typed stays a text.
function settings() {
	const read = {};
	for (const field of form.elements) {
		if (field.name) read[field.name] = field.type === "checkbox" ? field.checked : field.value.trim();
	}
	return read;
}

// demand asks the session of the live game for a view. Its promise is live.work until the
// view comes, and holds the view or the err, or neither if nobody wants the answer now.
function demand(request) {
	const asked = liveEngine.ask({...request, marks: true}).then(({view}) => ({view}), (err) => ({err}));
	const work = asked.then((outcome) => {
		if (live.work !== work) return {};
		setWork(undefined);
		return outcome;
	});
	setWork(work);
	return work;
}

// setWork sets what the live game waits for, and enables the buttons accordingly.
function setWork(work) {
	live.work = work;
	const persons = !work && Object.values(live.names ?? {}).includes("you");
	enable("stop", !!work);
	for (const id of ["submit", "pass", "undo", "resign"]) enable(id, persons);
	enable("save", !work && live.settings);
	setTimeline();
}

// unsaved counts the turns that are not in a file. Without a move of a person among them
// it returns 0, since programs can play the same moves again.
function unsaved() {
	const turns = live.views.slice(1).filter((view) => !view.saved);
	return turns.some(({move}) => move.player === "you") ? turns.length : 0;
}

// mayReplace asks the person whether a new game with the settings wanted may replace this
// one. It says no by itself if the settings are wrong. The engine of records checks them,
// since the engine of the game may be at work.
async function mayReplace(wanted) {
	if (unsaved() === 0) return true;
	try {
		await recordEngine.ask({op: "settings", ...wanted});
	} catch (err) {
		refuseSettings(err);
		return false;
	}
	const turns = unsaved(); // there may be more by now
	if (wanted !== live.wanted) return false; // Start was pressed again meanwhile
	return turns === 0 || confirm(`Start another game? The present one has ${turns} ${turns === 1 ? "turn that is" : "turns that are"} not saved.`);
}

function refuseSettings(err) {
	say(err.message, {refusal: true, of: live});
	reveal("message");
}

// start starts a game. It reports whether it did.
async function start(wanted = settings()) {
	pause();
	if (live.work) liveEngine.stop("Stopped for another game.");
	if (!loaded) say(loading, {of: live});
	const {view, err} = await demand({op: "start", ...wanted});
	if (err) refuseSettings(err);
	if (!view) return false;
	Object.assign(live, {settings: wanted, names: {Black: wanted.black, White: wanted.white}, views: []});
	$("rules").textContent = rulesWords(wanted, view.size);
	take(view, true);
	setWork(undefined);
	welcome();
	answer();
	return true;
}

// rulesWords say by which rules a game is played: the form may have changed since.
function rulesWords({komi, ko, suicide, playouts, seed, black, white, guarded, limit}, size) {
	const turns = limit === "" ? 3 * size ** 2 : Number(limit);
	return [
		`${size}×${size}`, `komi ${Number(komi)}`, ko === "simple" ? "simple ko" : `${ko} superko`,
		`suicide ${suicide ? "legal" : "illegal"}`, `${playouts} ${playouts === "1" ? "playout" : "playouts"}`, `seed ${seed}`,
		...black === "you" || white === "you" ? [guarded ? "guarded" : "not guarded"] : [],
		turns === 0 ? "no move limit" : `at most ${turns} ${turns === 1 ? "turn" : "turns"}`,
	].join(", ");
}

function welcome() {
	const view = live.views[0], {names} = live, of = live;
	if (view.player === "you") say(`You play ${names.White === "you" ? "both sides" : "Black"}: choose a point.`, {of});
	else if (names.White === "you") say("You play White.", {of});
	else say("Press play to watch, or forward for one move.", {of});
}

// take adds a view to the live game, in place of all later turns. If follow is true, the
// page goes to that turn, and otherwise it stays where it is.
function take(view, follow) {
	live.views.length = view.turn;
	live.views[view.turn] = view;
	live.length = view.turn + 1;
	live.turn = follow ? view.turn : Math.min(live.turn, view.turn);
	if (source !== live) return;
	setTicks();
	show();
}

// act asks the library to make a move or to take moves back. It reports whether it did.
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
		take({...live.views[view.turn], marks: view.marks}, true); // the page's own view, since a session that resumed the game knows less of it
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
	return op === "move" && live.settings.guarded ? `the gate of ${view.toPlay} is thinking …` : "";
}

// side names the side to move with its player.
const side = ({toPlay, player}) => `${toPlay} (${player})`;

// replaced says what the gate played in place of a person's move.
function replaced(view) {
	const override = view.move?.override;
	if (!override || view.move.player !== "you") return "";
	const refusals = override.verdicts.filter((v) => !v.ok).map((v) => `${v.check} refuses: ${v.why}`);
	return `${refusals.join("; ")}. The gate plays ${override.played} for you.`;
}

// choose makes a person's move. It reports whether that was done.
async function choose(move) {
	if (source !== live || live.work && !live.settings) return false;
	const why = live.work ? busy() : closed();
	if (why) say(why);
	if (why || !await act({op: "move", move})) return false;
	answer();
	return true;
}

// busy says what a person has to wait for.
const busy = () => `Wait for ${programToMove() ? side(live.views.at(-1)) : "the answer"}, or press Stop.`;

// closed says why a person cannot move in the position shown, or nothing if a person can.
function closed() {
	if (!live.settings) return "Start a game first.";
	const view = live.views[live.turn];
	if (live.turn < live.length - 1) return `This is ${view.label || "the start"}: to play, go to the last turn.`;
	if (view.over) return Object.values(live.names).includes("you") ?
		"The game is over: start another, or press Undo." : "The game is over: start another.";
	return programToMove() ? `It is the turn of ${side(view)}: forward lets it move.` : "";
}

// answer lets the program move that plays against a person, whatever is shown meanwhile.
// If the gate has just replaced the person's move, it waits a while, for that to be read.
async function answer() {
	const {views, names} = live;
	if (replaced(views.at(-1))) await sleep(1500);
	if (views === live.views && !live.work && Object.values(names).includes("you") && programToMove()) await act({op: "step"});
}

function stop() {
	liveEngine.stop("Stopped.");
	setWork(undefined); // so that nothing waits for its end
	pause();
	say(programToMove() ? `Stopped before ${side(live.views.at(-1))} moved. Forward lets it move.` : "Stopped.");
	if (loaded) liveEngine.open().catch(() => {}); // the next request gets the error
	else discard();
}

async function save() {
	const views = [...live.views];
	try {
		const {saved: {sgf, name}} = await liveEngine.ask({op: "save"});
		const url = URL.createObjectURL(new Blob([sgf], {type: "application/x-go-sgf"}));
		element("a", {href: url, download: name}).click();
		setTimeout(() => URL.revokeObjectURL(url), 10000);
		for (const view of views) view.saved = true;
		say(`Saved as ${name}.`, {of: live});
	} catch (err) {
		say(err.message, {refusal: true, of: live});
	}
	reveal("message");
}

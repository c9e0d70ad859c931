// The timeline: the turns of one of three sources of positions. A source holds a view for
// each turn, which is what the library says of the position then. The recorded example has
// all of its views. Those of a live game and of a record come from the library.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// enable says whether a button does anything at present. If it does not, it can still have
// the focus, and the listener below stops every click on it.
const enable = (id, can) => $(id).setAttribute("aria-disabled", String(!can));

document.addEventListener("click", (event) => {
	if (!event.target.closest('[aria-disabled="true"]')) return;
	event.preventDefault();
	event.stopPropagation();
}, true);

// newSource returns a source, with the message that stands under the board. A source has
// a game if it has names.
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
// proposal was made in this position, or else that of the turn itself.
function overrideAt(turn) {
	return source.views[turn + 1]?.move?.override ?? source.views[turn]?.move?.override;
}

// go shows the position after a turn, and reports whether it could. It cannot if the
// library fails, or if another game has replaced this one meanwhile.
async function go(turn) {
	const from = source, {views, message} = from;
	const wanted = from.turn = Math.max(0, Math.min(from.length - 1, turn));
	setTimeline();
	if (!views[wanted]) {
		try {
			views[wanted] = await from.fetch(wanted);
			if (message === from.failure && message === from.message) say("", {of: from}); // the failure is over
		} catch (err) {
			if (from.views !== views) return false;
			say(err.message, {refusal: true, of: from});
			from.failure = from.message;
			return false;
		}
	}
	if (from.views !== views) return false;
	if (source === from && from.turn === wanted) show();
	return true;
}

// show draws the turn at which the source stands, and puts it into words.
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

// more reports whether another turn follows the one shown, either one that was played or
// one that a program will play.
const more = () => source.turn < source.length - 1 || source === live && programToMove();

// advance goes to the next turn, and reports whether it did. If that has not been played,
// it waits for the library's present work, or lets the program of a live game move.
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

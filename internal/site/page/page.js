// The page as a whole: the tabs, and what the buttons do.

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
	const {message} = of;
	const failure = await library().then(() => "", (err) => err.message);
	if (of.message === message) say(failure, {refusal: true, of});
}

// reveal scrolls to an element that has changed, if it is out of sight, as on a phone.
function reveal(id) {
	const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
	$(id).scrollIntoView({block: "nearest", behavior: still ? "instant" : "smooth"});
}

addEventListener("beforeunload", (event) => {
	if (unsaved() > 0) event.preventDefault();
});

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
	const turn = Number(target.value); // read first: pause sets it back
	pause();
	go(turn);
};
$("play").onclick = () => playing ? pause() : play();
$("marks").onchange = () => show();
$("submit").form.onsubmit = async (event) => {
	event.preventDefault();
	const {value} = $("move"), move = value.trim();
	if (!move) return say("Name a point, such as D4, or pass.");
	if (await choose(move) && $("move").value === value) $("move").value = "";
};
$("pass").onclick = () => choose("pass");
$("resign").onclick = () => choose("resign");
$("undo").onclick = byHand(() => act({op: "undo"}));
$("stop").onclick = stop;
$("save").onclick = save;
form.onsubmit = async (event) => {
	event.preventDefault();
	const wanted = live.wanted = settings();
	if (!await mayReplace(wanted)) return;
	reveal("board");
	if (await start(wanted) && !closed()) board.focus({preventScroll: true}); // for the first move
};
$("load").onclick = ({target}) => target.value = ""; // so that choosing the same file again, edited, is a change
$("load").onchange = ({target}) => read(target.files[0]);
$("read").onclick = () => load(`\ufeff${$("paste").value}`); // marks it as UTF-8, whatever charset it names
$("record-ko").onchange = $("record-suicide").onchange = () => record.request && load(record.request.sgf, {file: record.file, again: true});
for (const [of, tab] of tabs) tab.onclick = () => select(of);

// The arrows step through the turns, except where they move something else.
addEventListener("keydown", (event) => {
	const button = {ArrowLeft: "back", ArrowRight: "forward"}[event.key];
	if (!button || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
	if (!event.target.closest("#board, input, select, textarea")) $(button).click();
});

// onFiles listens to files that are dragged onto the page. Texts that are dragged are left
// to the fields.
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
for (const {name, does} of recording.players) {
	$("programs").append(element("div", {}, element("dt", {}, name), element("dd", {}, does)));
}
setTicks();
$("notice").textContent = obstacle;
$("message").hidden = true;
setWork(undefined);
show();

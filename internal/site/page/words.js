// The words: what the page says about the turn shown, to the eye and to screen readers.

// tell puts the shown turn into words.
function tell() {
	const override = overrideAt(source.turn);
	$("state").replaceChildren(...nameIsolated(shown.state));
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

// idleWords speak of a position without a move and without a comment.
function idleWords() {
	if (!source.names) return "";
	return source.turn === 0 ? "No move yet." : "No move here.";
}

// overrideWords are the proposal, each verdict on it, the move played instead, and what
// playouts say about that move.
function overrideWords(override) {
	const next = source.views[source.turn + 1]?.move?.override === override;
	const {label, move} = source.views[source.turn + (next ? 1 : 0)];
	const allowing = move.verdicts.filter((v) => v.ok).map((v) => v.check).join(", ");
	const words = [
		element("h3", {}, next ? `${move.color} proposes ${override.proposal} (?)` : `${label}: ${move.color} proposed ${override.proposal} (?)`),
		verdictList(override.verdicts),
		element("h3", {}, `${next ? "Will be played" : "Played"} instead (!): ${override.how}`),
		element("p", {}, [override.note, `allowed by ${allowing}`].filter(Boolean).join("; ")),
	];
	if (override.evidence) words.push(element("p", {}, override.evidence));
	return words;
}

function verdictList(verdicts) {
	return element("ul", {class: "verdicts"}, ...verdicts.map(({check, ok, why}) => element("li", {},
		element("span", {class: ok ? "badge" : "badge refuses"}, ok ? "✓ pass" : "✗ FAIL"),
		element("span", {}, element("code", {}, check), ` ${why}`))));
}

function tellPlayers() {
	const names = source.names ?? {};
	const known = (name) => isolated(source === live && name === "you" && live.settings.guarded ? "you, guarded" : name);
	const told = (color, stone, taken) => element("span", {},
		shape("svg", {viewBox: "-.5 -.5 1 1", "aria-hidden": "true"}, shape("circle", {class: stone, r: 0.46})),
		color, ...names[color] ? [": ", known(names[color])] : [], `, ${taken} captured`);
	$("players").replaceChildren(told("Black", "X", shown.taken.black), told("White", "O", shown.taken.white));
}

// isolated keeps the writing direction of a text, which anybody may have written, from
// changing that of the text around it.
const isolated = (text) => element("bdi", {}, text);

// nameIsolated does so with the name of a player that stands in parentheses in a text.
function nameIsolated(text) {
	const name = Object.values(source.names ?? {}).find((name) => name && text.includes(`(${name})`));
	if (!name) return [text];
	const at = text.indexOf(`(${name})`) + 1;
	return [text.slice(0, at), isolated(name), text.slice(at + name.length)];
}

// marksOf returns the moves that the checks refuse, if they are to be shown.
const marksOf = (view) => $("marks").checked && source !== example && !view.over ? view.marks : [];

// tellLegend says which mark stands for which check, and how many there are.
function tellLegend() {
	const counts = {};
	for (const {check} of marksOf(shown)) counts[check] = (counts[check] ?? 0) + 1;
	const kinds = Object.entries(counts).map(([check, n]) => element("span", {},
		shape("svg", {viewBox: "-.4 -.4 .8 .8", "aria-hidden": "true"}, shape("path", {class: "mark", d: markPath(check)})),
		`${check}: ${n}`));
	if ($("marks").checked && kinds.length === 0 && source.names && !shown.over) {
		kinds.push(element("span", {}, `every legal move of ${shown.toPlay} is allowed`));
	}
	$("legend").replaceChildren(...kinds);
}

// say keeps a sentence as the message of a source. The message is shown right under the
// board whenever its source is shown. A quiet message is not announced.
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

let announcing = []; // texts to announce together, so that none replaces another

function announce(text) {
	if (!text) return;
	if (announcing.length === 0) queueMicrotask(announceAll);
	announcing.push(/[.!?…]$/.test(text) ? text : `${text}.`);
}

// announceAll puts the texts into a new element, so that a screen reader says the same
// words again.
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

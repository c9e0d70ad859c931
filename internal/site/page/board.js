// The board: an SVG that shows a position, and the cursor of the keyboard on it. One unit
// is the distance of two lines; the top left point is at 0, 0.

const $ = (id) => document.getElementById(id);

// element and shape make an element of HTML and of SVG. A text, which anybody may have
// written, never becomes markup.
const element = (name, ...rest) => fill(document.createElement(name), ...rest);
const shape = (name, ...rest) => fill(document.createElementNS("http://www.w3.org/2000/svg", name), ...rest);

function fill(made, attributes = {}, ...content) {
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...content);
	return made;
}

const board = $("board");
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
let size = 0; // of the board that is drawn
let cursor = [0, 0];
let stones, points, pointer; // layers of the SVG
let drawn; // the rows and the marks of the position that is drawn

const nameOf = (x, y) => letters[x] + (size - y);
const stoneNames = {X: "Black stone", O: "White stone", ".": "empty"};

// placeOf returns the coordinates of a point, or undefined if the text does not name one.
function placeOf(name) {
	const [, letter, number] = /^([A-Z])([1-9]\d?)$/.exec(name) ?? [];
	const x = letters.indexOf(letter), y = size - Number(number);
	return x >= 0 && x < size && y >= 0 ? [x, y] : undefined;
}

// layOut draws what is the same in every position of a size: lines, coordinates, star
// points, and the points to click.
function layOut(view) {
	size = view.size;
	board.setAttribute("aria-label", `Go board, ${size} by ${size}`);
	const spare = Math.max(0, 6 - size) / 2, side = size + 0.8 + 2 * spare; // so that the stones of a tiny board are not huge
	board.setAttribute("viewBox", `${-1.2 - spare} ${-0.65 - spare} ${side} ${side}`);
	const lines = shape("g", {"aria-hidden": "true"});
	stones = shape("g");
	points = shape("g");
	const end = size - 1;
	let path = "";
	for (let i = 0; i < size; i++) path += `M0 ${i}H${end}M${i} 0V${end}`;
	lines.append(shape("path", {class: "grid", d: path}));
	const font = 0.12 + 0.02 * Math.max(6, size);
	for (let i = 0; i < size; i++) {
		lines.append(
			shape("text", {class: "coordinate", x: i, y: end + 0.83, "font-size": font}, letters[i]),
			shape("text", {class: "coordinate", x: -0.83, y: i, "font-size": font}, String(size - i)));
	}
	for (const [x, y] of view.stars.map(placeOf)) {
		lines.append(shape("circle", {class: "star", cx: x, cy: y, r: 0.06 + 0.004 * size}));
	}
	for (let y = 0; y < size; y++) {
		for (let x = 0; x < size; x++) {
			points.append(shape("rect", {class: "point", "data-point": nameOf(x, y), x: x - 0.5, y: y - 0.5, width: 1, height: 1}));
		}
	}
	pointer = shape("rect", {class: "cursor", x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.12});
	board.replaceChildren(lines, stones, pointer, points);
	setCursor([Math.floor(size / 2), Math.floor(size / 2)]);
}

const square = (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`;
const cross = (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`;

// The shape of a mark says which check refuses.
const markPaths = {
	not_own_eye: "M0 -.3L.3 0L0 .3L-.3 0Z",
	not_self_atari: "M0 -.3L.29 .22H-.29Z",
};
const markPath = (check) => markPaths[check] ?? square(0.24);

// put draws at a point of the board, and nothing for a pass.
function put(name, attributes, ...shapes) {
	const at = placeOf(name);
	if (at) stones.append(shape("g", {...attributes, "data-point": name, transform: `translate(${at})`}, ...shapes));
}

// draw shows a position: stones, areas, what the last move did, marks and the signs of an
// override. illegal is the move that was just tried, if it was illegal. open says whether
// a person may move.
function draw(view, {marks, override, illegal, open}) {
	if (view.size !== size) layOut(view);
	drawn = {rows: view.rows, marks};
	stones.replaceChildren();
	for (const title of points.querySelectorAll("title")) title.remove();
	const ownerOf = ([x, y]) => view.owners[y]?.[x] ?? ".";
	const area = (owner) => shape("path", {class: `area ${owner}`, d: square(0.16)});
	view.rows.forEach((row, y) => [...row].forEach((stone, x) => {
		const owner = ownerOf([x, y]);
		if (stone !== ".") put(nameOf(x, y), {"data-stone": stone}, shape("circle", {class: stone, r: 0.46}));
		else if (owner !== ".") put(nameOf(x, y), {"data-owner": owner}, area(owner));
	}));
	if (view.move) drawMove(view);
	marks.forEach(drawMark);
	if (override) {
		const letter = (text) => shape("text", {class: "letter"}, text);
		const owner = ownerOf(placeOf(override.proposal) ?? []); // which must still be seen
		put(override.proposal, {"data-sign": "?", class: "asked"}, shape("circle", {class: "sign", r: 0.36}), owner === "." ? letter("?") : area(owner));
		put(override.played, {"data-sign": "!", class: "played"}, shape("path", {class: "sign", d: square(0.33)}), letter("!"));
	}
	if (illegal) refuse(illegal);
	board.classList.toggle("open", open);
}

// drawMove marks the last stone and the stones that it took. A suicide took stones of its
// own colour and itself. An illegal move changed nothing.
function drawMove({move, last, captured, rows}) {
	if (!isLegal(move)) return refuse(last);
	const mover = move.color === "Black" ? "X" : "O", other = mover === "X" ? "O" : "X";
	const [x, y] = placeOf(last) ?? [];
	const suicide = rows[y]?.[x] === ".";
	const taken = [shape("circle", {r: 0.4}), shape("path", {d: cross(0.15)})];
	for (const name of captured) {
		put(name, {"data-captured": suicide ? mover : other, class: "taken"}, ...taken.map((part) => part.cloneNode()));
	}
	if (suicide) put(last, {"data-last": mover, "data-captured": mover, class: "taken"}, ...taken, shape("circle", {r: 0.28}));
	else put(last, {"data-last": mover}, shape("circle", {class: `ring ${mover}`, r: 0.22}));
}

const isLegal = (move) => move.verdicts.every(({check, ok}) => ok || check !== "legal");

// refuse marks where a move is illegal.
function refuse(name) {
	put(name, {"data-refused": name, class: "illegal"}, shape("path", {class: "halo", d: cross(0.2)}), shape("path", {d: cross(0.2)}));
}

// drawMark draws a mark. The point above it has the reason as its title.
function drawMark({move, check, why}) {
	put(move, {"data-mark": check}, shape("path", {class: "mark", d: markPath(check)}));
	const [x, y] = placeOf(move) ?? [];
	points.children[y * size + x]?.append(shape("title", {}, `${check}: ${why}`));
}

function setCursor(at) {
	cursor = at;
	pointer.setAttribute("transform", `translate(${at})`);
}

// moveCursor moves the cursor of the keyboard and says what is there.
function moveCursor(dx, dy) {
	const within = (i) => Math.max(0, Math.min(size - 1, i));
	setCursor([within(cursor[0] + dx), within(cursor[1] + dy)]);
	const name = nameOf(...cursor), refusals = drawn.marks.filter(({move}) => move === name);
	announce([`${name}, ${stoneNames[drawn.rows[cursor[1]][cursor[0]]]}`, ...refusals.map(({check}) => `${check} refuses it`)].join(", "));
}

board.addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.altKey || event.metaKey) return;
	const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
	if (steps[event.key]) {
		board.classList.add("aiming"); // after a click not every browser makes it :focus-visible
		moveCursor(...steps[event.key]);
	}
	else if (event.key === "Enter" || event.key === " ") choose(nameOf(...cursor));
	else if (event.key === "p" || event.key === "P") choose("pass");
	else return;
	event.preventDefault();
});

board.addEventListener("focus", () => moveCursor(0, 0));
board.addEventListener("blur", () => board.classList.remove("aiming"));

// On a phone the points of a large board are smaller than a finger. There the first touch
// aims, and a second touch on the same point plays.
board.addEventListener("click", (event) => {
	const name = event.target.dataset.point;
	if (!name) return;
	const aimed = board.classList.contains("aiming") && nameOf(...cursor) === name;
	setCursor(placeOf(name));
	const small = board.clientWidth / (size + 1) < 26;
	if (event.pointerType === "touch" && small && !aimed && board.classList.contains("open")) {
		board.classList.add("aiming");
		say(`Touch ${name} again to play it.`);
		return;
	}
	board.classList.remove("aiming");
	choose(name);
});

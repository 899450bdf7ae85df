// What can be told without a browser: messages, what moves touch, the argument on graphs.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createServer } from 'vite';

let vite;
before(async () => {
  vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } });
});
after(() => vite.close());

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const messages = (language) => read(`../../../crates/view/messages/page.${language}.ftl`);
const keys = (text) => [...text.matchAll(/^([a-zA-Z][\w-]*) =/gm)].map((found) => found[1]);

function sources(folder) {
  return readdirSync(new URL(folder, import.meta.url), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(`${folder}${entry.name}/`) : /\.(ts|svelte)$/.test(entry.name) ? [read(`${folder}${entry.name}`)] : [],
  );
}

test('no message is missing in any language, and none is there twice', () => {
  const [en, zh] = [keys(messages('en')), keys(messages('zh'))];
  assert.deepEqual([...en].sort(), [...zh].sort());
  assert.equal(new Set(en).size, en.length);
});

test('messages say the same things', () => {
  const values = (text) => Object.fromEntries(text.split(/^(?=[a-zA-Z][\w-]* =)/m).map((entry) => [/^[\w-]+/.exec(entry)?.[0], [...new Set([...entry.matchAll(/\$(\w+)/g)].map((found) => found[1]))].sort().join()]));
  assert.deepEqual(values(messages('en')), values(messages('zh')));
});

test('every key that the page asks for is there', () => {
  const known = new Set(keys(messages('en')));
  for (const source of sources('../src/')) {
    for (const [, key] of source.matchAll(/\bt\('([\w-]+)'/g)) assert.ok(known.has(key), key);
    for (const [, start] of source.matchAll(/\bt\(`([\w-]+-)\$\{/g)) assert.ok([...known].some((key) => key.startsWith(start)), start);
  }
});

const made = (to, choices = {}, part = 0) => ({ part, rule: 'm', choices, to });

test('a press on a shape is the move that begins there, and a choice where several do', async () => {
  const { meant } = await vite.ssrLoadModule('/src/boards/model.ts');
  const stones = (part, from, to) => ({ made: [made([])], touches: Array.from({ length: to - from }, (_, at) => `${part}/0:${from + at}`), begins: [`${part}/0:${from}`] });
  // Nim with heaps of 3 and 4: what is taken lies behind what is left.
  const nim = [2, 1, 0].map((left) => stones(0, left, 3)).concat([3, 2, 1, 0].map((left) => stones(1, left, 4)));
  assert.deepEqual(meant(nim, ['0/0:1']), [1]);
  assert.deepEqual(meant(nim, ['1/0:3']), [3]);
  // Kayles: two pins that stand together, or one.
  const kayles = [stones(0, 1, 2), stones(0, 1, 3), stones(0, 2, 3)];
  assert.deepEqual(meant(kayles, ['0/0:1']), [0, 1]);
  assert.deepEqual(meant(kayles, ['0/0:1', '0/0:2']), [1]);
});

test('backward induction settles won, lost and drawn positions in rounds', async () => {
  const { induce } = await vite.ssrLoadModule('/src/parts/induction.ts');
  const node = (winner, ending = null, whole = true) => ({ winner, ending, whole });
  const edge = (from, to, again = false) => ({ from, to, again });
  const { value, when } = induce({
    points: false,
    nodes: [node('first'), node('second', 'lose'), node('second'), node('first'), node('draw'), node('draw')],
    edges: [edge(0, 1), edge(2, 0), edge(3, 2), edge(4, 5), edge(5, 4)],
  });
  assert.deepEqual(value, ['win', 'lose', 'lose', 'win', 'draw', 'draw']);
  assert.deepEqual(when, [1, 0, 2, 3, 4, 4]);
});

test('the computer wins fast, delays when lost, and errs when told to', async () => {
  const { best, reply } = await vite.ssrLoadModule('/src/parts/computer.ts');
  const move = (winner, remoteness) => ({ winner, remoteness, score: null, winning: winner === 'first', made: [made([[0]])] });
  const play = (...moves) => best({ moves }, () => 0);
  assert.equal(play(move('first', 5), move('first', 1), move('second', 2)), 1);
  assert.equal(play(move('second', 2), move('second', 8)), 1);
  assert.equal(play(move('second', 2), move('draw', null)), 1);
  const board = { winner: 'first', moves: [move('second', 2), move('first', 1)] };
  const look = async () => ({ move: { part: 0, move: 'take 2', to: '1' }, depth: 11, solved: false });
  assert.deepEqual(await reply(board, 'random', look, () => 0), [0, null]);
  assert.deepEqual(await reply(board, 'best', look, () => 0), [1, { solved: true, depth: 0 }]);
  const open = { winner: null, moves: [{ ...move(null, null), part: 0, move: 'take 1', to: '2' }, { ...move(null, null), part: 0, move: 'take 2', to: '1' }] };
  assert.deepEqual(await reply(open, 'best', look, () => 0), [1, { solved: false, depth: 11 }]);
});

test('points won so far count in who wins, and the end goes to whom it favours', async () => {
  const { byPoints, counted, finished } = await vite.ssrLoadModule('/src/parts/computer.ts');
  const move = (score) => ({ score, winner: 'first' });
  const of = (more) => ({ points: true, ties: 'draw', mover: null, ending: null, winner: 'first', score: 1, moves: [move(1), move(-3)], ...more });
  // 0 : 1, and one more to come for who is behind: equal in the end.
  const behind = counted(of({}), 0, [0, 1]);
  assert.deepEqual([behind.winner, ...behind.moves.map((one) => one.winner)], ['draw', 'draw', 'second']);
  assert.equal(counted(of({}), 1, [0, 1]).winner, 'first');
  assert.equal(counted(of({ score: null }), 0, [0, 1]).winner, null);
  assert.equal(counted(of({ points: false }), 0, [0, 1]).winner, 'first');
  assert.deepEqual(['draw', 'first', 'B'].map((ties) => byPoints(0, ties, 0, 'A')), ['draw', 'first', 'second']);
  // Kalah: the opponent of who is to move has six stones left in his pits.
  assert.deepEqual(finished(of({ ending: 'score', score: -6, moves: [] }), 1, [2, 4]), [8, 4]);
  assert.deepEqual(finished(of({}), 1, [2, 4]), [2, 4]);
});

test('a board of pits keeps its seats, and stores hold the points', async () => {
  const { seated } = await vite.ssrLoadModule('/src/boards/pits.ts');
  const pits = { width: 200, height: 170, notes: [], shapes: [{ kind: 'pit', x: 36, y: 52, text: '4' }, { kind: 'pit', x: 36, y: 118, id: '0', text: '3' }, { kind: 'text', x: 1, y: 1 }] };
  const place = (turn, text) => {
    const found = seated(pits, { turn, below: 0, points: [5, 7], names: ['A', 'B'] }).shapes.find((shape) => shape.text === text);
    return [found.x, found.y];
  };
  // What stands below for who began stands above when the other is to move, turned round.
  assert.deepEqual([place(0, '3'), place(1, '3')], [[112, 118], [240, 52]]);
  for (const turn of [0, 1]) assert.ok(place(turn, '5')[0] > place(turn, '7')[0]);
});

test('an address is read whatever it holds', async () => {
  const { decoded } = await vite.ssrLoadModule('/src/link.ts');
  assert.equal(decoded('nim'), 'nim');
  assert.equal(decoded('%E7%9F%B3%E5%AD%90'), '石子');
  for (const piece of ['%E0%A4%A', '%', '%zz', '%C3%28', '%u1234']) assert.equal(decoded(piece), piece);
});

test('rules travel in a link, and nothing longer than rules may be is unpacked', async () => {
  const { MAX_RULES_BYTES, pack, unpack } = await vite.ssrLoadModule('/src/link.ts');
  const rules = 'game 石子(n)\nmove take(k in 1..n) -> n - k\n';
  assert.equal(await unpack(await pack(rules)), rules);
  const longest = 'x'.repeat(MAX_RULES_BYTES);
  assert.equal(await unpack(await pack(longest)), longest);
  assert.equal(await unpack(await pack(longest + 'x')), null);
  const bomb = await pack('0'.repeat(100_000_000));
  const began = performance.now();
  assert.equal(await unpack(bomb), null);
  assert.ok(performance.now() - began < 2000);
  for (const hash of ['', 'rules=', 'rules=%%%', 'rules=AAAA', 'rules=' + 'A'.repeat(1000), 'other']) assert.equal((await unpack(hash)) || null, null, hash);
});

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

const int = { kind: 'int', low: 0, high: null };
function board(components, parts, more = {}) {
  return { game: 'g', position: '', mover: null, players: null, parts, components: components.map(([name, type, declared]) => ({ name, type, declared: declared ?? name })), givens: {}, moves: [], board: 'heaps', drawings: [], ...more };
}
const made = (to, choices = {}, part = 0) => ({ part, rule: 'm', choices, to });

test('a press on a stone is the move that leaves those before it', async () => {
  const { choose } = await vite.ssrLoadModule('/src/boards/choose.ts');
  const { meant, reachOf } = await vite.ssrLoadModule('/src/boards/model.ts');
  const nim = board([['n', int]], [[3], [4]]);
  nim.moves = [1, 2, 3].map((k) => ({ made: [made([[3 - k]], { k })] })).concat([1, 2, 3, 4].map((k) => ({ made: [made([[4 - k]], { k }, 1)] })));
  const drawer = choose(nim);
  const reaches = nim.moves.map((move) => reachOf(drawer, nim, move));
  assert.deepEqual(meant(nim.moves, reaches, ['0/0:1']), [1]);
  assert.deepEqual(meant(nim.moves, reaches, ['1/0:3']), [3]);
  // Kayles: two pins that stand together, or one.
  const kayles = board([['n', int]], [[5]]);
  kayles.moves = [{ made: [made([[1], [3]], { t: 1, a: 1 })] }, { made: [made([[1], [2]], { t: 2, a: 1 })] }, { made: [made([[2], [2]], { t: 1, a: 2 })] }];
  const reach = kayles.moves.map((move) => reachOf(drawer, kayles, move));
  assert.deepEqual(reach[1].all, ['0/0:1', '0/0:2']);
  assert.deepEqual(meant(kayles.moves, reach, ['0/0:1']), [0, 1]);
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
  const { reply } = await vite.ssrLoadModule('/src/parts/computer.ts');
  const move = (winner, remoteness) => ({ winner, remoteness, score: null, made: [made([[0]])] });
  const play = (moves, level, chance) => reply({ moves }, level, () => chance);
  assert.equal(play([move('first', 5), move('first', 1), move('second', 2)], 'perfect', 0), 1);
  assert.equal(play([move('second', 2), move('second', 8)], 'perfect', 0), 1);
  assert.equal(play([move('second', 2), move('draw', null)], 'perfect', 0), 1);
  assert.equal(play([move('second', 2), move('first', 1)], 'random', 0), 0);
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

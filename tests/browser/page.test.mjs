// The page as somebody new to it would use it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browse, least, open, serve } from './house.mjs';

let house;
let browser;
before(async () => {
  [house, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  house?.end();
});

const WIDE = { viewport: { width: 1180, height: 860 } };
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** A question to the program itself, without the page. */
async function asked(question, about) {
  const response = await fetch(`${house.address}/api/${question}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(about) });
  return response.json();
}

async function fits(page) {
  const { wide, window } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, window: innerWidth }));
  assert.ok(wide <= window, `${page.url()} is ${wide} px wide, the window ${window}`);
}


for (const [language, won, start] of [['en', 'You won!', 'Play Nim'], ['zh', '你赢了！', '玩一局 Nim']]) {
  for (const [size, options] of [['wide', WIDE], ['narrow', NARROW]]) {
    test(`from opening the page to a won game of Nim (${language}, ${size})`, async () => {
      const { context, page, wrong } = await open(browser, { ...options, locale: language });
      const began = Date.now();
      await page.goto(house.address);
      await page.getByRole('link', { name: start }).click();
      await page.locator('[data-board=heaps] .stone').first().waitFor();
      await page.keyboard.press('h');
      await page.screenshot({ path: `screenshots/play-${language}-${size}.png`, fullPage: true });
      for (let turn = 0; turn < 40 && !(await page.locator('.end').count()); turn++) {
        const best = page.locator('.moves .move.hint-first:not(:disabled)').first();
        if (await best.count()) await best.click({ timeout: 1000 }).catch(() => {});
        await page.waitForTimeout(120);
      }
      await page.locator('.end').waitFor({ timeout: 10_000 });
      assert.equal((await page.locator('.end').textContent()).trim(), won);
      assert.ok(Date.now() - began < 60_000);
      await page.screenshot({ path: `screenshots/won-${language}-${size}.png`, fullPage: true });
      await fits(page);
      assert.deepEqual(wrong, []);
      await context.close();
    });
  }
}

test('Nim is played by pressing stones', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/play/nim`);
  // Leaving one stone of the first three makes the xor 0.
  await page.locator('[data-id="0/0:1"]').click();
  await page.getByText('Heap 1: take 2').first().waitFor();
  await page.locator('.turn', { hasText: 'Your turn' }).waitFor();
  // Both have moved when fewer than ten of the twelve stones are left.
  await page.waitForFunction(() => document.querySelectorAll('[data-board] figure .stone').length < 10);
  await page.getByRole('button', { name: 'Take back' }).click();
  assert.equal(await page.locator('[data-board] figure').first().locator('.stone').count(), 3);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the keyboard is enough', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(house.address);
  await page.getByRole('link', { name: 'Play Nim' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.stone').first().waitFor();
  await page.keyboard.press('h');
  let reached = false;
  for (let step = 0; step < 60 && !reached; step++) {
    await page.keyboard.press('Tab');
    reached = await page.evaluate(() => document.activeElement?.getAttribute('data-id') === '0/0:1');
  }
  assert.ok(reached, 'a stone is reached with Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Heap 1: take 2').first().waitFor();
  await page.locator('.turn', { hasText: 'Your turn' }).waitFor();
  await page.keyboard.press('u');
  assert.equal(await page.locator('[data-board] figure').first().locator('.stone').count(), 3);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('every game of the catalogue is drawn and can be played', async () => {
  const { context, page, wrong } = await open(browser);
  const { games } = await (await fetch(`${house.address}/api/games`)).json();
  const [slow, late] = [[], []];
  for (const game of games) {
    await page.goto(`${house.address}/play/${game.name}`);
    await page.locator('[data-board]').waitFor();
    await page.locator('.moves .move').first().waitFor();
    const shapes = await page.locator('[data-board] svg g').count();
    assert.ok(shapes > 0, `${game.name} is drawn`);
    const took = await least(house, 5, () => asked('board', { game: game.name }));
    if (took.clock > 50) slow.push(`${game.name} ${took.clock.toFixed(0)} ms`);
    if (took.work > 50) late.push(`${game.name} ${took.work.toFixed(0)} ms of work`);
    await fits(page);
  }
  console.log(`slower than 50 ms: ${slow.join(', ') || 'none'}`);
  // A busy machine answers late by the clock, but the work of an answer is the same.
  assert.deepEqual(late, [], 'more than 50 ms of work');
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a move is answered at once where its worth is not known yet, and the hints come later', async () => {
  const { context, page, wrong } = await open(browser);
  await page.addInitScript(() => localStorage.setItem('grundy.hints', 'on'));
  const asked = [];
  let first = null;
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/board')) return;
    asked.push(response.request().postDataJSON().patience ?? 'moment');
    first ??= await response.json().catch(() => null);
  });
  await page.goto(`${house.address}/play/fox_and_geese`);
  await page.locator('.moves .move').first().waitFor();
  await page.locator('.moves .move', { hasText: /wins|draws|loses/ }).first().waitFor({ timeout: 20_000 });
  assert.equal(asked[0], 'moment');
  // A fast machine knows everything within the moment, or did when the game was asked about before.
  assert.ok(first.moves.length > 0 && (first.stopped === null || asked.includes('whole')), asked.join());
  assert.deepEqual(wrong, []);
  await context.close();
});

test('Solve says who wins and why, and the proof unfolds', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/solve/nim?position=3+4+5`);
  await page.locator('.verdict', { hasText: 'The player to move wins' }).waitFor();
  await page.getByText('Their xor is 2, which is not 0').waitFor();
  await page.locator('.node button').first().click();
  await page.locator('.node .node button').first().waitFor();
  await page.screenshot({ path: 'screenshots/solve-wide.png', fullPage: true });
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await page.locator('.verdict', { hasText: '先手必胜' }).waitFor();
  await page.getByText('它们的异或为 2').waitFor();
  await page.locator('input.mono').first().fill('3 5 x');
  await page.keyboard.press('Enter');
  await page.locator('[role=alert]').waitFor();
  assert.deepEqual(wrong.filter((one) => !one.includes('422')), []);
  await context.close();
});

test('what is not there is told, and asked for once', async () => {
  const { context, page } = await open(browser);
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/api/games/nosuch'))));
  for (const screen of ['play', 'solve', 'write']) {
    asked = 0;
    await page.goto(`${house.address}/${screen}/nosuch`);
    await page.locator('.problem', { hasText: 'nosuch' }).waitFor();
    // Whoever asks again does so within a few turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.equal(asked, 1, screen);
  }
  await page.goto(`${house.address}/play/~#rules=zzz`);
  await page.locator('.problem', { hasText: 'damaged' }).waitFor();
  // A name whose escapes are broken is a name like any other.
  await page.goto(`${house.address}/play/%E0%A4%A`);
  await page.locator('.problem', { hasText: '%E0%A4%A' }).waitFor();
  await context.close();
});

test('what is written after sharing is there after a reload', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/write`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForURL(/#rules=/);
  const shared = page.url();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('game after(n)\nmove take(k in 1..min(2, n)) -> n - k\n');
  await page.waitForURL(/\/write$/);
  await page.reload();
  await page.locator('.cm-content', { hasText: 'game after(n)' }).waitFor();
  // The link itself still holds what was shared.
  await page.goto(shared);
  await page.locator('.cm-content', { hasText: 'game my_game(n)' }).waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a wrong rule is marked where it is wrong, and mended', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/write`);
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText('game mine(n)\nmove take(k in 1..5) -> n - k\n');
  await page.locator('.mistake.error').first().waitFor();
  await page.locator('.cm-lintRange-error').first().waitFor();
  await page.screenshot({ path: 'screenshots/write-wrong-wide.png', fullPage: true });
  await editor.click();
  // What is typed over several lines that are selected replaces them, and the content policy has nothing to refuse.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('g');
  await page.keyboard.insertText('ame mine(n)\nmove take(k in 1..min(5, n)) -> n - k\nstart 9\n');
  await page.getByText('The rules are fine.').waitFor();
  // From a key to the mistake it makes: as somebody who types would see it.
  let seen = Infinity;
  for (let trial = 0; trial < 6; trial++) {
    await page.keyboard.press('Control+End');
    await page.evaluate(() => {
      const list = document.querySelector('.mistakes');
      window.seen = new Promise((resolve) => {
        let began = 0;
        addEventListener('keydown', () => (began = performance.now()), { once: true, capture: true });
        new MutationObserver((_, observer) => {
          if (!list.querySelector('.mistake.error')) return;
          observer.disconnect();
          resolve(performance.now() - began);
        }).observe(list, { childList: true, subtree: true });
      });
    });
    await page.keyboard.press('x');
    seen = Math.min(seen, await page.evaluate(() => window.seen));
    await page.keyboard.press('Backspace');
    await page.getByText('The rules are fine.').waitFor();
  }
  console.log(`a mistake is shown ${seen.toFixed(0)} ms after the key`);
  // The best of several keys: four times what is aimed at, for machines that do other things meanwhile.
  assert.ok(seen < 400, `${seen} ms`);
  await page.locator('aside svg rect').first().waitFor();
  await page.screenshot({ path: 'screenshots/write-wide.png', fullPage: true });
  const marked = await least(house, 8, () => asked('diagnose', { rules: 'game mine(n)\nmove take(k in 1..5) -> n - k' }));
  console.log(`diagnostics are answered in ${marked.clock.toFixed(0)} ms, with ${marked.work.toFixed(1)} ms of work`);
  assert.ok(marked.work < 25 && marked.clock < 100, `diagnostics took ${marked.clock} ms, ${marked.work} ms of work`);
  await page.reload();
  await page.getByText('The rules are fine.').waitFor();
  assert.match(await page.locator('.cm-content').innerText(), /min\(5, n\)/);
  await page.getByRole('link', { name: 'Play it' }).click();
  await page.locator('[data-board=heaps] .stone').first().waitFor();
  assert.equal(await page.locator('.stone').count(), 9);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('tables and graphs are drawn, and backward induction can be stepped', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/table/wythoff`);
  await page.locator('svg rect').nth(100).waitFor();
  await page.screenshot({ path: 'screenshots/table-wythoff-wide.png', fullPage: true });
  await page.goto(`${house.address}/table/kayles`);
  await page.locator('.uplot').waitFor();
  await page.getByRole('button', { name: 'Find the pattern' }).click();
  await page.locator('.status.proved').first().waitFor({ timeout: 60_000 });
  // The rule is drawn over the table: Kayles repeats every 12 from 71 on, and 60 is shown at first.
  await page.getByRole('button', { name: 'Draw over the table' }).or(page.getByRole('button', { name: 'Take away' })).first().waitFor();
  await page.screenshot({ path: 'screenshots/table-kayles-wide.png', fullPage: true });
  await page.goto(`${house.address}/table/bash`);
  await page.getByRole('button', { name: 'Find the pattern' }).click();
  await page.locator('.key .status').waitFor({ timeout: 60_000 });
  assert.ok((await page.locator('svg .rule, svg .dot, svg .begins').count()) >= 15);
  assert.equal(await page.locator('svg .wrong').count(), 0);
  await page.screenshot({ path: 'screenshots/table-bash-rule-wide.png', fullPage: true });
  // The slider of a given moves the table and the rule together: the rule for all givens stays right.
  const cells = () => page.locator('svg').first().innerHTML();
  const before = await cells();
  await page.getByRole('slider').first().fill('6');
  await page.waitForURL(/g\.m=6/);
  await page.waitForFunction((old) => document.querySelector('svg')?.innerHTML !== old, before);
  await page.locator('.key .status.proved').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('svg .rule, svg .dot').length >= 15 && document.querySelectorAll('svg .wrong').length === 0);
  await page.screenshot({ path: 'screenshots/table-bash-slider-wide.png', fullPage: true });
  await page.goto(`${house.address}/graph/nim?position=1+2&depth=4`);
  await page.locator('.node.win').first().waitFor();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  const settled = () => page.locator('.node:not(.open)').count();
  const at = [await settled()];
  while (await page.getByRole('button', { name: 'Step', exact: true }).isEnabled()) {
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    at.push(await settled());
  }
  assert.deepEqual([...at].sort((a, b) => a - b), at);
  assert.ok(at.length >= 3 && at.at(-1) > at[0], String(at));
  await page.screenshot({ path: 'screenshots/graph-wide.png', fullPage: true });
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a graph begins with its position in sight, and ranges end where positions do', async () => {
  const { context, page, wrong } = await open(browser, { ...NARROW, locale: 'zh' });
  await page.goto(`${house.address}/graph/cat_and_mouse_2`);
  const first = page.locator('.node.chosen');
  await first.waitFor();
  const [node, frame] = await Promise.all([first.boundingBox(), page.locator('.scroll').boundingBox()]);
  assert.ok(node.x >= frame.x && node.x + node.width <= frame.x + frame.width, JSON.stringify([node, frame]));
  assert.ok(node.y >= frame.y && node.y + node.height <= frame.y + frame.height, JSON.stringify([node, frame]));
  await page.goto(`${house.address}/table/cat_and_mouse_2`);
  await page.waitForFunction(() => document.querySelector('input.range')?.value === '0..2');
  // One part has no number, and names stand apart from Chinese words.
  await page.goto(`${house.address}/solve/cat_and_mouse_2`);
  const verdict = page.locator('.verdict');
  await verdict.waitFor();
  assert.equal(await verdict.textContent(), '轮到 mouse 走，mouse 必胜');
  assert.equal(await page.getByText('第 1 部分').count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('screens fit 360 px, in dark and in light', async () => {
  for (const scheme of ['light', 'dark']) {
    const { context, page, wrong } = await open(browser, { ...NARROW, colorScheme: scheme });
    for (const path of ['', 'play/nim', 'play/domineering', 'solve/kayles', 'table/wythoff', 'graph/nim?position=1+2', 'write', 'play/toads_and_frogs', 'play/hackenbush']) {
      await page.goto(`${house.address}/${path}`);
      await page.waitForLoadState('networkidle');
      await fits(page);
      await page.screenshot({ path: `screenshots/${scheme}-narrow-${path.replace(/\W+/g, '-') || 'games'}.png`, fullPage: path !== '' });
    }
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test('the page is painted at once and is small', async () => {
  let best = Infinity;
  for (let trial = 0; trial < 5; trial++) {
    const { context, page } = await open(browser);
    await page.goto(house.address);
    await page.locator('.games li').first().waitFor();
    best = Math.min(best, await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity));
    await page.screenshot({ path: 'screenshots/games-wide.png' });
    await context.close();
  }
  console.log(`first paint after ${best.toFixed(0)} ms`);
  // The best of several: four times what is aimed at, for machines that do other things meanwhile.
  assert.ok(best < 2000, `${best} ms`);
  const folder = new URL('../../crates/web/page/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${file.path}/${file.name}`)).length, 0);
  console.log(`the whole page is ${(bytes / 1000).toFixed(0)} kB gzipped`);
  assert.ok(bytes <= 250_000, `${bytes} bytes`);
});

test('long work shows progress and can be cancelled; the server goes on answering', async () => {
  const slow = await serve('--max-seconds', '0.2');
  const { context, page, wrong } = await open(browser);
  try {
    await page.goto(`${slow.address}/solve/connect?g.rows=6&g.cols=6&g.k=4`);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    await page.locator('.work', { hasText: 'positions' }).waitFor({ timeout: 20_000 });
    await page.screenshot({ path: 'screenshots/progress-wide.png' });
    await page.reload();
    await cancel.waitFor();
    await cancel.click();
    await page.locator('.verdict', { hasText: 'Cancelled' }).waitFor({ timeout: 20_000 });
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
    slow.end();
  }
});

// Games played on the page: what is said of them is so.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browse, open, serve } from './house.mjs';

let house;
let browser;
before(async () => {
  [house, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  house?.end();
});

async function asked(question, about) {
  const response = await fetch(`${house.address}/api/${question}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(about) });
  return response.json();
}

const CONNECT = 'g.rows=6&g.cols=7&g.k=4';

for (const [language, said, perfect] of [['en', /Not solved: searched \d+ moves deep/, /perfect/i], ['zh', /未解出：搜索了 \d+ 步/, /完美/]]) {
  test(`a position that is not solved is searched, and the page says so (${language})`, async () => {
    const { context, page, wrong } = await open(browser, { locale: language });
    await page.goto(`${house.address}/play/connect?${CONNECT}&side=second`);
    await page.locator('.ground', { hasText: said }).waitFor({ timeout: 30_000 });
    assert.doesNotMatch(await page.locator('main').innerText(), perfect);
    await page.screenshot({ path: `screenshots/not-solved-${language}.png`, fullPage: true });
    // A solved position is said to be played perfectly.
    await page.goto(`${house.address}/play/nim?side=second`);
    await page.locator('.ground', { hasText: perfect }).waitFor({ timeout: 20_000 });
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test('the computer takes a win in one and blocks one on a board that is not solved', async () => {
  const { context, page, wrong } = await open(browser);
  const rows = (last, ...above) => [...Array(5 - above.length).fill('.......'), ...above, last].join('/');
  for (const [position, column] of [
    [`O: ${rows('XXX.OO.')}`, 3], // to be blocked
    [`X: ${rows('XXX.OO.', '......O')}`, 3], // to be won
  ]) {
    await page.goto(`${house.address}/play/connect?${CONNECT}&side=second&position=${encodeURIComponent(position)}`);
    await page.locator('.last', { hasText: 'Last move' }).waitFor({ timeout: 30_000 });
    assert.match(await page.locator('.last').innerText(), new RegExp(`i=5 j=${column}`), position);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test('points already won count, in every game for points', async () => {
  const { context, page, wrong } = await open(browser);
  const { games } = await (await fetch(`${house.address}/api/games`)).json();
  const forPoints = games.filter((game) => game.tags.includes('points'));
  assert.ok(forPoints.length >= 11, forPoints.map((game) => game.name).join());
  for (const { name } of forPoints) {
    await page.goto(`${house.address}/play/${name}?side=both`);
    let board = await asked('board', { game: name });
    let turn = 0;
    const won = [0, 0];
    for (let move = 0; board.moves.length > 0; move++) {
      const place = move % Math.min(2, board.moves.length);
      const chosen = board.moves[place];
      await page.locator('.moves .move:not(:disabled)').nth(place).click();
      won[turn] += Number(chosen.gain);
      if (!chosen.again) turn = 1 - turn;
      board = await asked('board', { game: name, position: chosen.to });
      if (board.moves.length > 0) await page.locator('.points', { hasText: `${won[0]} : ${won[1]}` }).waitFor();
      await page.waitForFunction((count) => document.querySelector('.moves h2 span')?.textContent === String(count), board.move_count);
    }
    // What the end itself gives goes to whom it favours.
    const score = Number(board.score);
    won[score < 0 ? 1 - turn : turn] += Math.abs(score);
    await page.locator('.points', { hasText: `${won[0]} : ${won[1]}` }).waitFor();
    const end = await page.locator('.end').innerText();
    const equal = board.ties === 'draw' ? 'A draw.' : /wins!/;
    const players = await page.locator('.points').innerText();
    if (won[0] === won[1]) assert.match(end, new RegExp(equal), name);
    else assert.ok(end.startsWith(won[0] > won[1] ? players.split(` ${won[0]} : `)[0] : players.split(` : ${won[1]} `)[1]), `${name}: ${end}, ${players}`);
    // The history ends on who has won.
    const last = await page.locator('svg[aria-label="Who was winning"] circle').last().getAttribute('class');
    const expected = won[0] > won[1] ? 'first' : won[0] < won[1] ? 'second' : board.ties === 'draw' ? 'even' : 'first';
    assert.ok(last.split(' ').includes(expected), `${name}: ${last}, ${players}`);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test('Kalah has stores, and everybody keeps his seat', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/play/kalah?side=both`);
  const below = () => page.locator('.pit.mine:not(.store)').evaluateAll((pits) => pits.map((pit) => pit.textContent.trim()).join(' '));
  await page.locator('.pit.store').first().waitFor();
  assert.equal(await page.locator('.pit.store').count(), 2);
  // The first player sows one of three pits of two: below are 0 3 3, whoever is to move.
  await page.locator('.moves .move').first().click();
  await page.locator('.last', { hasText: 'Last move' }).waitFor();
  const sown = await below();
  assert.equal([...sown.split(' ')].sort().join(' '), '0 3 3', sown);
  await page.screenshot({ path: 'screenshots/kalah-wide.png', fullPage: true });
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a slip in another position leaves the game as it is', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/play/nim?side=both`);
  await page.locator('[data-id="0/0:1"]').click();
  await page.locator('.last', { hasText: 'Last move: Heap 1: take 2' }).waitFor();
  const stones = await page.locator('.stone').count();
  await page.locator('summary', { hasText: 'Another position' }).click();
  await page.locator('details input.mono').first().fill('3 x');
  await page.keyboard.press('Enter');
  await page.locator('details [role=alert]').waitFor();
  assert.equal(await page.locator('.stone').count(), stones);
  assert.equal(await page.locator('.last').innerText(), 'Last move: Heap 1: take 2');
  assert.doesNotMatch(page.url(), /position=3/);
  // The game goes on, and a right position is set up.
  await page.locator('.moves .move:not(:disabled)').first().click();
  await page.waitForFunction((before) => document.querySelectorAll('.stone').length < before, stones);
  await page.locator('details input.mono').first().fill('2 2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 4);
  assert.equal(await page.locator('[role=alert]').count(), 0);
  assert.equal(await page.locator('figure svg').first().getAttribute('aria-label'), 'Heap 1');
  assert.deepEqual(wrong.filter((one) => !one.includes('422') && !one.includes('400')), []);
  await context.close();
});

test('who ends a game by keyboard can begin the next', async () => {
  const { context, page, wrong } = await open(browser);
  await page.goto(`${house.address}/play/nim?side=both&position=1`);
  await page.locator('.moves .move').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.end').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Play again');
  assert.deepEqual(wrong, []);
  await context.close();
});

for (const [language, fine, wrongClaim, holds] of [['en', 'The rules are fine.', 'a claim is false', 'The claim holds'], ['zh', '规则正确。', '1 个断言不成立', '范围内成立']]) {
  test(`claims are checked while rules are written (${language})`, async () => {
    const { context, page, wrong } = await open(browser, { locale: language });
    await page.goto(`${house.address}/write`);
    const write = async (rules) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(rules);
    };
    const rules = (claim) => `game mine(n)\nmove take(k in 1..min(3, n)) -> n - k\nstart 9\n${claim}\n`;
    await write(rules('claim grundy = n % 5'));
    await page.locator('.mistakes', { hasText: wrongClaim }).waitFor({ timeout: 30_000 });
    const said = await page.locator('.claim.false').innerText();
    assert.match(said, /\b4\b/);
    assert.doesNotMatch(await page.locator('.mistakes').innerText(), new RegExp(fine));
    if (language === 'zh') assert.match(said, /[一-龥]/);
    await page.screenshot({ path: `screenshots/claims-${language}.png`, fullPage: true });
    await write(rules('claim grundy = n % 4'));
    await page.locator('.mistakes', { hasText: holds }).waitFor({ timeout: 30_000 });
    assert.equal(await page.locator('.claim.holds .hint').count(), 1);
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

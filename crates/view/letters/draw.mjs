// Draws the Chinese letters of images: `han.png`, a sheet of grey squares, and `han.txt`, which letter is in which.
//
// In: the commonest letters of Chinese (the first level of GB 2312), marks of punctuation, and whatever else the messages and the titles
// of games hold. Out: the two files, with the letters in the order of their codes, 64 in a row. They are drawn by Chromium from Noto
// Sans CJK. It is run by hand when a message has a letter that is not there; a test of the crate says so.
//
//   node crates/view/letters/draw.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';
import { browse } from '../../../tests/browser/house.mjs';

const SIDE = 24;
const ACROSS = 64;
/** Shades of grey: four bits are enough for the borders of letters. */
const SHADES = 16;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const letters = new Set('，。、；：？！“”‘’（）《》【】…—·～￥×÷→←↑↓≤≥≠∈ΔΣπ');
const decoder = new TextDecoder('gbk');
for (let high = 0xb0; high <= 0xd7; high++) {
  for (let low = 0xa1; low <= (high === 0xd7 ? 0xf9 : 0xfe); low++) letters.add(decoder.decode(new Uint8Array([high, low])));
}
const texts = readdirSync(here('../messages')).filter((name) => name.endsWith('.zh')).map((name) => here(`../messages/${name}`));
const games = readdirSync(here('../../../catalogue'), { recursive: true }).filter((name) => name.endsWith('.game'));
for (const path of [...texts, ...games.map((name) => here(`../../../catalogue/${name}`))]) {
  for (const letter of readFileSync(path, 'utf8')) if (letter.codePointAt(0) > 0xff && letter !== '\ufe0f') letters.add(letter);
}
const sorted = [...letters].sort((a, b) => a.codePointAt(0) - b.codePointAt(0));

const browser = await browse();
const page = await browser.newPage();
const shades = await page.evaluate(
  ({ sorted, SIDE, SHADES }) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.font = `${SIDE}px "Noto Sans CJK SC"`;
    context.textAlign = 'center';
    return sorted.map((letter) => {
      context.clearRect(0, 0, SIDE, SIDE);
      context.fillText(letter, SIDE / 2, SIDE * 0.88);
      const dots = context.getImageData(0, 0, SIDE, SIDE).data;
      return Array.from({ length: SIDE * SIDE }, (_, at) => Math.round((dots[4 * at + 3] / 255) * (SHADES - 1)));
    });
  },
  { sorted, SIDE, SHADES },
);
await browser.close();

const rows = Math.ceil(sorted.length / ACROSS) * SIDE;
const width = ACROSS * SIDE;
const lines = [];
for (let y = 0; y < rows; y++) {
  const line = Buffer.alloc(1 + width / 2);
  for (let x = 0; x < width; x++) {
    const letter = Math.floor(y / SIDE) * ACROSS + Math.floor(x / SIDE);
    const shade = shades[letter]?.[(y % SIDE) * SIDE + (x % SIDE)] ?? 0;
    line[1 + (x >> 1)] |= x % 2 ? shade : shade << 4;
  }
  lines.push(line);
}
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
const header = Buffer.alloc(13);
header.writeUInt32BE(width, 0);
header.writeUInt32BE(rows, 4);
header.set([4, 0, 0, 0, 0], 8);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })), chunk('IEND', Buffer.alloc(0))];
writeFileSync(here('han.png'), Buffer.concat(image));
writeFileSync(here('han.txt'), `${sorted.map((letter, at) => (at && at % ACROSS === 0 ? `\n${letter}` : letter)).join('')}\n`);
console.log(`${sorted.length} letters`);

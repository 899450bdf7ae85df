// The program under test and a browser to look at it with.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Starts the program on a free port. */
export async function serve(...more) {
  const program = spawn(process.env.GRUNDY, ['serve', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    program.stdout.on('data', (text) => {
      said += text;
      const found = /http:\/\/[^/]+/.exec(said);
      if (found) resolve(found[0]);
    });
    program.on('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
  return { address, port: Number(new URL(address).port), program, end: () => program.kill('SIGKILL') };
}

/** How long the processors have worked for the program so far, in milliseconds: unlike the clock, it does not run while others do. */
export function worked({ program }) {
  const tasks = `/proc/${program.pid}/task`;
  const spent = readdirSync(tasks).map((task) => {
    try {
      return Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // A thread that has ended in between.
      return 0;
    }
  });
  return spent.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** The least of several trials: of the clock, and of the work of the program. The machine may be busy with something else. */
export async function least(house, trials, trial) {
  const best = { clock: Infinity, work: Infinity };
  for (let number = 0; number < trials; number++) {
    const [clock, work] = [performance.now(), worked(house)];
    await trial();
    best.clock = Math.min(best.clock, performance.now() - clock);
    best.work = Math.min(best.work, worked(house) - work);
  }
  return best;
}

export function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
  });
}

/** A page that notes everything that goes wrong on it. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 860 }, locale: 'en', ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') wrong.push(`outside: ${request.url()}`);
  });
  return { context, page, wrong };
}

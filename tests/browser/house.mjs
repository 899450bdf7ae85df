// The program under test and a browser to look at it with.

import { spawn } from 'node:child_process';
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

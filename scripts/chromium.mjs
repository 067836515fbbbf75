import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installWithApt } from './setup/apt.mjs';
import { run } from './setup/run.mjs';
import { nodeBinary, root, SetupError } from './setup/runtime.mjs';

/** Stores the path of a Chromium that was tested to run. */
const record = path.join(root, '.cache', 'chromium');

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium for the browser tests; undefined before `npm test` has found or installed one. */
export function chromiumPath() {
  return recorded() ?? candidates().find((file) => existsSync(file));
}

export function isChromiumKnown() {
  return recorded() !== undefined;
}

/** Finds a Chromium that runs; failing that downloads Playwright's, or as root installs Debian's. */
export async function provideChromium() {
  const named = process.env.CHROMIUM_PATH;
  let found = findRunning();
  let output = '';
  for (const attempt of named ? [] : [downloadFromPlaywright, installFromDebian]) {
    if (found !== undefined) break;
    output += await attempt();
    found = findRunning();
  }
  if (found === undefined) {
    throw new SetupError(
      named
        ? `CHROMIUM_PATH names ${named}, which does not run: name a Chromium that does.`
        : `${output}\nThe browser tests need Chromium, which could not be installed for the reasons above: install it, or name an installed one in CHROMIUM_PATH.`,
    );
  }
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, found);
}

/** The one found earlier, unless it is gone or the environment now names another. */
function recorded() {
  const file = existsSync(record) ? readFileSync(record, 'utf8') : undefined;
  if (file === undefined || !existsSync(file)) return undefined;
  return process.env.CHROMIUM_PATH && process.env.CHROMIUM_PATH !== file ? undefined : file;
}

function candidates() {
  if (process.env.CHROMIUM_PATH) return [process.env.CHROMIUM_PATH];
  return [playwrightPath(), ...SYSTEM_PATHS].filter((file) => file !== undefined);
}

/** Where Playwright keeps the Chromium of its version, downloaded or not. */
function playwrightPath() {
  try {
    return createRequire(path.join(root, 'package.json'))('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Starts each one, because a Chromium that lacks a system library is installed but does not run. */
function findRunning() {
  return candidates().find(
    (file) => existsSync(file) && spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0,
  );
}

/** Returns the program's output. */
async function downloadFromPlaywright() {
  console.log('Downloading Chromium for the browser tests…');
  const cli = path.join(root, 'node_modules', 'playwright', 'cli.js');
  const { output } = await run(nodeBinary(), [cli, 'install', 'chromium'], {
    timeout: 300_000,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env },
  });
  return output;
}

/** Returns the program's output. */
async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  console.log("Installing Debian's Chromium for the browser tests…");
  return installWithApt('chromium');
}

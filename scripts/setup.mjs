/**
 * Prepares a clone: `node scripts/setup.mjs start|dev|test`. Runs before anything is installed, on whatever Node the
 * machine has (20 or newer), so it is plain JavaScript without packages.
 */
import { isChromiumKnown, provideChromium } from './chromium.mjs';
import { buildWeb, isBuilt } from './setup/build-web.mjs';
import { install, isInstalled } from './setup/install.mjs';
import { withLock } from './setup/lock.mjs';
import { nodeBinary, SetupError } from './setup/runtime.mjs';

const STEPS = {
  installed: { isDone: isInstalled, work: install },
  built: { isDone: isBuilt, work: buildWeb },
  chromium: { isDone: isChromiumKnown, work: provideChromium },
};
const PURPOSES = {
  start: [STEPS.installed, STEPS.built],
  dev: [STEPS.installed],
  // The web app is built by a stage of the tests, after its types are checked.
  test: [STEPS.installed, STEPS.chromium],
};

async function prepare(steps) {
  for (const { isDone, work } of steps) {
    if (isDone()) continue;
    await withLock(async () => {
      // Another set-up may have done it while this one was waiting.
      if (!isDone()) await work();
    });
  }
  nodeBinary();
}

const steps = PURPOSES[process.argv[2]];
if (steps === undefined) {
  console.error('usage: node scripts/setup.mjs start|dev|test');
  process.exit(2);
}
try {
  await prepare(steps);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

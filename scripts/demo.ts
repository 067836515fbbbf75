/**
 * `npm run demo` runs the program on data of its own, filled with an organization to look around in. Ctrl-C stops it.
 * The next run starts it with the same data; if it was stopped while filling, it continues.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, variables } from '../server/src/config/config.ts';
import { fill } from './demo/fill.ts';
import { password, people, studio } from './demo/studio.ts';

// A configured database, mail server or cloud must not be filled with demo data.
const kept = new Set(['PORT', 'SHEAF_DATA_DIR', 'LOG_LEVEL', 'STOP_GRACE']);
for (const name of Object.keys(variables)) if (!kept.has(name)) delete process.env[name];
// Its people have connected more accounts than the free plan includes.
process.env.SHEAF_PLAN = 'team';
process.env.SHEAF_DATA_DIR ||= path.join(path.dirname(import.meta.dirname), 'data', 'demo');

const { dataDir, publicUrl } = readConfig();
const mark = path.join(dataDir, 'demo');

if (!existsSync(mark)) {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    console.error(`${dataDir} holds other data: name an empty folder for the demo in SHEAF_DATA_DIR.`);
    process.exit(1);
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(mark, 'filling');
}

let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopped = true;
  });
}

await import('../server/src/main.ts');

try {
  if (readFileSync(mark, 'utf8') !== 'filled') {
    console.log('Filling the demo, which takes half a minute…');
    await fill(publicUrl, console.log);
    writeFileSync(mark, 'filled');
  }
  const roles = people.map(({ email, role }) => `    ${email.padEnd(20)} ${role}`);
  console.log(
    `\n${studio.name} is at ${publicUrl}. The password is '${password}', for each of them:\n${roles.join('\n')}\n`,
  );
} catch (error) {
  if (!stopped) {
    console.error(error);
    console.error(
      `The demo could not be filled. Stop it and run it again: it goes on. If that does not help, delete ${dataDir} first.`,
    );
  }
}

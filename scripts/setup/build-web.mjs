import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compress } from './compress.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';
import { nodeBinary, root, SetupError } from './runtime.mjs';

const output = path.join(root, 'web', 'dist');
/** Stored in the build: the hash of the sources it was built from. */
const stamp = path.join(output, '.sources');

/** Whether web/dist was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

/** Builds the web app in another folder and swaps it in: a kill at any moment leaves the old build or none. */
export async function buildWeb() {
  const draft = path.join(root, 'node_modules', '.sheaf-web');
  const old = path.join(root, 'node_modules', '.sheaf-web-old');
  const hash = hashOfSources();
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });

  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  const result = await withProgress('Building the web…', () =>
    run(nodeBinary(), args, { cwd: path.join(root, 'web') }),
  );
  if (!result.succeeded) {
    throw new SetupError(`${result.output}\nThe web could not be built: see the reason above.`);
  }

  compress(draft);
  writeFileSync(path.join(draft, '.sources'), hash);
  if (existsSync(output)) renameSync(output, old);
  renameSync(draft, output);
  rmSync(old, { recursive: true, force: true });
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = ['web', 'contract'].flatMap((folder) => filesBelow(folder));
  for (const file of [...files, 'package-lock.json']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    });
}

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';
import { root, SetupError } from './runtime.mjs';

const lockfile = path.join(root, 'package-lock.json');
/** Holds the hash of the lockfile that node_modules was installed from. */
const stamp = path.join(root, 'node_modules', '.sheaf-install');

/** Whether node_modules matches package-lock.json. */
export function isInstalled() {
  const wanted = hashOf(lockfile);
  if (readIfThere(stamp) === wanted) return true;
  if (!matchesLockfile()) return false;
  writeFileSync(stamp, wanted);
  return true;
}

/** Installs exactly what package-lock.json lists. */
export async function install() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { succeeded, output } = await withProgress('Installing…', () =>
    run('npm', args, { env: installEnvironment() }),
  );
  if (!succeeded) throw new SetupError(`${output}\nThe packages could not be installed: see npm's reason above.`);
  writeFileSync(stamp, hashOf(lockfile));
}

/** Recognizes the result of a plain `npm install` or `npm ci` by the list that npm keeps of installed packages. */
function matchesLockfile() {
  const installed = packagesIn(path.join(root, 'node_modules', '.package-lock.json'));
  const wanted = packagesIn(lockfile);
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([name, { version, integrity, optional, peer }]) => {
    if (!name.includes('node_modules/')) return true;
    const found = installed[name];
    if (found === undefined) return optional === true || peer === true;
    return found.version === version && found.integrity === integrity;
  });
}

function packagesIn(file) {
  const text = readIfThere(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/**
 * The environment for npm inside npm: without settings of the outer one that change what is installed, and without the
 * Node of node_modules on the path, which npm is about to replace.
 */
function installEnvironment() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^npm_(lifecycle|package|command)/i.test(name)) delete env[name];
    if (/^npm_config_(omit|only|production|dry_run|global|location|workspaces?|json|package_lock\w*)$/i.test(name)) {
      delete env[name];
    }
  }
  const ours = path.join('node_modules', '.bin');
  env.PATH = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(ours))
    .join(path.delimiter);
  return env;
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

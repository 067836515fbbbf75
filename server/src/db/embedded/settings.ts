import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';

export const USER = 'sheaf';
export const DATABASE = 'sheaf';
/** Only names the socket; nothing listens on the network. */
const PORT = 5432;

export type Settings = Record<string, string>;

/** Settings are given on the command line, so they apply whatever the cluster's own postgresql.conf says. */
export function serverArguments(dir: string, socketFolder: string, overrides: Settings): string[] {
  const settings = { ...serverSettings(socketFolder), ...overrides };
  return ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function serverSettings(socketFolder: string): Settings {
  return {
    listen_addresses: '',
    port: String(PORT),
    // A list, in which a name with a comma or a space needs quotes.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    wal_compression: 'on',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Starts, stops and crashes. Failed statements reach the caller, which logs them with their request.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    logging_collector: 'off',
  };
}

/** The longest socket path that the kernel accepts. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/**
 * The folder of the socket: the data folder, which is closed to others, or the temporary folder if that path is too
 * long.
 */
export function socketFolderFor(dir: string, account: Account): string {
  if (socketFits(dir)) return dir;
  const folder = path.join(os.tmpdir(), `sheaf-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0;
  if (!isOurs || !socketFits(folder)) {
    throw new EmbeddedPostgresError(
      `The path of the database folder ${dir} is too long for a socket and ${folder} cannot stand in for it: choose a shorter SHEAF_DATA_DIR.`,
    );
  }
  return folder;
}

export function socketFileIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${PORT}`);
}

function socketFits(folder: string): boolean {
  return Buffer.byteLength(socketFileIn(folder)) <= SOCKET_PATH_LIMIT;
}

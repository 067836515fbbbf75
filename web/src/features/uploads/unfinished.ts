import { storageKeys } from '../../lib/storage-keys.ts';

/** How long the server keeps what nobody goes on with. */
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 200;

type Known = Record<string, { address: string; at: number }>;

/** Where files left off that were on their way when the page was closed: whoever chooses them again goes on there. */
export const unfinished = {
  find(fingerprint: string, now = Date.now()): string | undefined {
    const found = read()[fingerprint];
    return found && now - found.at < DAY_MS ? found.address : undefined;
  },
  keep(fingerprint: string, address: string | undefined, now = Date.now()): void {
    const known = read();
    delete known[fingerprint];
    if (address) known[fingerprint] = { address, at: now };
    const young = Object.entries(known).filter(([, { at }]) => now - at < DAY_MS);
    localStorage.setItem(storageKeys.uploads, JSON.stringify(Object.fromEntries(young.slice(-MOST))));
  },
};

function read(): Known {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.uploads) ?? '{}') as Known;
  } catch {
    return {};
  }
}

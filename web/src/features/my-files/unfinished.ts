import { storageKeys } from '../../lib/session/storage-keys.ts';

/** How long the server keeps unfinished uploads. */
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 200;

type Known = Record<string, { address: string; at: number }>;

/** Addresses of uploads that were running when the page was closed: choosing the same file again resumes it. */
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
    localStorage.setItem(storageKeys.uploads, JSON.stringify(Object.fromEntries(young.slice(-MAX_ENTRIES))));
  },
};

function read(): Known {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.uploads) ?? '{}') as Known;
  } catch {
    return {};
  }
}

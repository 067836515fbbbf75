import { type Content, EndlessContent, StoredContent } from './content/content.ts';
import type { Fault, Faults } from './faults.ts';
import type { Grants, UsedRefresh } from './grants.ts';
import type { Person } from './people.ts';

/** The control calls of every sandbox. They take and return plain data. */
export const faultControl = (faults: Faults) => ({
  fail: (fault: Fault) => faults.add(fault),
  clearFaults: ({ path }: { path?: string } = {}) => faults.clear(path),
  /** The number of calls so far whose "METHOD /path" begins with this. */
  calls: ({ prefix }: { prefix: string }) => faults.count(prefix),
  clearCalls: () => faults.clearCounts(),
});

type In = { person: Person['key'] };

/** The control calls of sandboxes with OAuth. */
export const accountControl = (
  { faults, grants, clientId }: { faults: Faults; grants: Grants; clientId: string },
  usualScopes: readonly string[],
) => ({
  ...faultControl(faults),
  /** Issues tokens without the consent page. */
  authorize({ person, scopes = usualScopes, offline = true }: In & { scopes?: readonly string[]; offline?: boolean }) {
    const { accessToken, refreshToken } = grants.issue(person, clientId, scopes, offline);
    return { accessToken, refreshToken };
  },
  /** Sets the answer to a one-time refresh token that is used again. */
  setUsedRefresh: ({ brings }: { brings: UsedRefresh }) => {
    grants.usedRefresh = brings;
  },
  revoke: ({ person }: In) => grants.revokeAllOf(person),
  expireTokens: ({ person }: In) => grants.expire({ person }),
});

/** Content given as text, as base64, or only by its number of bytes. */
export type Bytes = { text?: string; base64?: string; size?: number };

export function contentOf({ text = '', base64, size }: Bytes, seed: string): Content {
  if (size !== undefined) return new EndlessContent(seed, size);
  return new StoredContent(base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'));
}

import { startBox } from './box/server.ts';
import { startDropbox } from './dropbox/server.ts';
import { startGoogle } from './google/server.ts';
import { startGraph } from './graph/server.ts';
import type { SandboxKeys } from './keys.ts';
import type { ServerAddress } from './shared/listen.ts';
import { startSlack } from './slack/server.ts';
import { startStripe } from './stripe/server.ts';

interface SandboxCloud {
  clientId: string;
  clientSecret: string;
  /** Further settings of an app’s registration, by the names in the connector’s manifest. */
  settings?: Record<string, string>;
  urls: Record<string, string>;
}

/**
 * Every cloud in miniature, with the sources that it serves. Payments use their two keys as an app’s client id and
 * secret.
 */
export const clouds: readonly {
  sources: readonly string[];
  /** The number of ports it needs, from the given one on. */
  ports: number;
  start(options: { tokenKey: string; address: ServerAddress; stripe: SandboxKeys['stripe'] }): Promise<SandboxCloud>;
}[] = [
  { sources: ['google-drive', 'gmail'], ports: 1, start: startGoogle },
  { sources: ['onedrive', 'outlook'], ports: 1, start: startGraph },
  { sources: ['dropbox'], ports: 1, start: startDropbox },
  { sources: ['box'], ports: 2, start: startBox },
  { sources: ['slack'], ports: 1, start: startSlack },
  { sources: ['stripe'], ports: 1, start: ({ address, stripe }) => startStripe({ address, ...stripe }) },
];

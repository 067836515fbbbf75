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
  /** What else belongs to the registration of an app, by the names in the connector's manifest. */
  settings?: Record<string, string>;
  urls: Record<string, string>;
}

/** Every cloud in miniature, and the sources that it serves. Payments have the client ids of an app: their two keys. */
export const clouds: readonly {
  sources: readonly string[];
  /** How many ports it takes, from the given one on. */
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

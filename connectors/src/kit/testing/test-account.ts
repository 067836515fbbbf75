import type { AccountContext } from '../connector.ts';
import { createDial } from '../dial.ts';
import { createHttpClient } from '../http-client.ts';
import { createNetworkGuard } from '../network-guard.ts';
import { createPacer } from '../pacer.ts';

export interface TestAccountOptions {
  urls?: Record<string, string>;
  fields?: Record<string, string>;
  /** The token there is; asked again after `refresh`, or in its place. */
  token?(): Promise<string> | string;
  /** Makes a new token in place of the rejected one. */
  refresh?(rejected: string): Promise<string> | string;
  /** Tests talk to servers on this machine; false keeps the guard up. */
  allowPrivate?: boolean;
}

/** A real account, with network, pacer and guard as in the product, that needs no database. */
export function testAccount(
  options: TestAccountOptions,
): AccountContext & { close(): Promise<void>; remembered: Record<string, string> } {
  const { urls = {}, fields = {}, allowPrivate = true } = options;
  const guard = createNetworkGuard(allowPrivate ? 'all' : 'none');
  const http = createHttpClient({ userAgent: 'Sheaf (test)', guard });
  const pacer = createPacer();
  const remembered: Record<string, string> = {};
  const fetchToken = async () => {
    if (!options.token) throw new Error('This test account has no token');
    return options.token();
  };
  let token: Promise<string> | undefined;
  return {
    urls,
    http,
    dial: createDial(guard),
    call: (work, callOptions) => pacer.run(work, callOptions),
    async token(asked) {
      token ??= fetchToken();
      const held = token;
      // Whoever was rejected with an older token gets the one that has replaced it.
      if (asked && (await held) === asked.rejected && token === held)
        token = options.refresh ? Promise.resolve(options.refresh(asked.rejected)) : fetchToken();
      return token;
    },
    fields: async () => ({ ...fields, ...remembered }),
    async remember(learned) {
      Object.assign(remembered, learned);
    },
    log: { debug: () => {}, warn: () => {} },
    now: () => new Date(),
    remembered,
    async close() {
      http.close();
    },
  };
}

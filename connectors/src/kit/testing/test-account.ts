import { setTimeout } from 'node:timers/promises';
import type { AccountContext } from '../connector.ts';
import { createHttpClient } from '../http/client.ts';
import { createDial } from '../network/dial.ts';
import { createNetworkGuard } from '../network/guard.ts';
import { createPacer } from '../pacer/pacer.ts';

export interface TestAccountOptions {
  urls?: Record<string, string>;
  settings?: Record<string, string>;
  fields?: Record<string, string>;
  /** Returns the current token; called again after `refresh`, or every time if there is no `refresh`. */
  token?(): Promise<string> | string;
  /** Replaces the rejected token with a new one. */
  refresh?(rejected: string): Promise<string> | string;
  /** The stored planned ids; several workers of one account share them. */
  planned?: Map<string, string>;
  /** Tests talk to servers on this machine; false enables the network guard. */
  allowPrivate?: boolean;
  /** Waits as long as the product does: a real server takes its time to notice that a connection was cut. */
  realWaits?: boolean;
}

async function realWait(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/** Waits that take seconds at a cloud take milliseconds at its sandbox. */
const shortWait = (ms: number, signal?: AbortSignal) => realWait(ms / 100, signal);

/** A real account without a database: network, pacer and guard are those of the product. */
export function testAccount(
  options: TestAccountOptions,
): AccountContext & { close(): Promise<void>; remembered: Record<string, string> } {
  const { urls = {}, settings = {}, fields = {}, allowPrivate = true, realWaits = false } = options;
  const wait = realWaits ? realWait : shortWait;
  const guard = createNetworkGuard(allowPrivate ? 'all' : 'none');
  const http = createHttpClient({ userAgent: 'Sheaf (test)', guard });
  const pacer = createPacer({ sleep: wait });
  const remembered: Record<string, string> = {};
  const { planned = new Map<string, string>() } = options;
  const fetchToken = async () => {
    if (!options.token) throw new Error('This test account has no token');
    return options.token();
  };
  let token: Promise<string> | undefined;
  return {
    urls,
    settings,
    http,
    dial: createDial(guard),
    call: (work, callOptions) => pacer.run(work, callOptions),
    async token(asked) {
      token ??= fetchToken();
      const held = token;
      // A caller that was rejected with an older token gets its replacement.
      if (asked && (await held) === asked.rejected && token === held)
        token = options.refresh ? Promise.resolve(options.refresh(asked.rejected)) : fetchToken();
      return token;
    },
    fields: async () => ({ ...fields, ...remembered }),
    async remember(learned) {
      Object.assign(remembered, learned);
    },
    async plannedId(key, propose, usedUp) {
      const known = planned.get(key);
      if (known !== undefined && known !== usedUp) return known;
      const proposed = await propose();
      const meanwhile = planned.get(key);
      if (meanwhile !== undefined && meanwhile !== usedUp) return meanwhile;
      planned.set(key, proposed);
      return proposed;
    },
    log: { debug: () => {}, warn: () => {} },
    now: () => new Date(),
    wait,
    remembered,
    async close() {
      http.close();
    },
  };
}

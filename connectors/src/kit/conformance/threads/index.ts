import { afterAll, beforeAll, describe } from 'vitest';
import type { Capability, Connector } from '../../connector.ts';
import type { Session } from '../../session.ts';
import { describeDeclarations } from '../declares.ts';
import { describeFailing } from './fails.ts';
import { describeMessages } from './messages.ts';
import type { ThreadSuite } from './suite.ts';
import { describeUpdates } from './updates.ts';
import type { ThreadWorld } from './world.ts';

export type { Posted, ThreadOutside, ThreadWorld } from './world.ts';

/**
 * The suite that every connector for messages passes, called like `describeConnector`. It expects where the interface
 * leaves room:
 * - the world is set up once; every test works in a channel of its own, and other messages may be there;
 * - a message that answers another is in the same thread as that one, and is in the same channel;
 * - a body may be text or HTML: its words are compared, without tags.
 */
export function describeThreads(name: string, connector: Connector, setUp: () => Promise<ThreadWorld>): void {
  const can = (capability: Capability) => connector.manifest.capabilities.includes(capability);
  describe(name, () => {
    const suite = openThreadSuite(connector, setUp);
    describeDeclarations(suite);
    describeFailing(suite);
    describeMessages(suite, can);
    describeUpdates(suite, can);
  });
}

function openThreadSuite(connector: Connector, setUp: () => Promise<ThreadWorld>): () => ThreadSuite {
  let suite: ThreadSuite;
  let world: ThreadWorld | undefined;
  const sessions: Session[] = [];
  beforeAll(async () => {
    world = await setUp();
    const { account, outside } = world;
    const reopened = () => {
      const session = connector.open(account);
      sessions.push(session);
      return session;
    };
    const session = reopened();
    const threads = session.threads!;
    let channels = 0;
    suite = {
      connector,
      account,
      session,
      reopened,
      threads,
      outside,
      async freshChannel() {
        channels += 1;
        const name = await outside.addChannel(`channel-${channels}`);
        for (let page = await threads.channels(null); ; page = await threads.channels(page.next)) {
          const found = page.items.find((channel) => channel.name === name);
          if (found) return { name, id: found.id };
          if (page.next === null) throw new Error(`${name} is not listed`);
        }
      },
    };
  });
  afterAll(async () => {
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await world?.stop();
  });
  return () => suite;
}

import type { AccountContext } from '../kit/connector.ts';
import type { Session } from '../kit/session.ts';
import { createDavAccount } from './account.ts';
import { quotaOf } from './adapt.ts';
import { createArranging } from './arrange.ts';
import { createGateway, type Gateway } from './protocol/gateway.ts';
import { QUOTA } from './protocol/requests.ts';
import { createReads } from './reads.ts';
import { discover } from './server.ts';
import { createUploads } from './uploads/uploads.ts';

export function openSession(context: AccountContext): Session {
  const gateway = createGateway(context);
  let opened: ReturnType<typeof openRoot> | undefined;
  /** The root is discovered once, at first use; a failure is not cached. */
  const root = () => {
    opened ??= openRoot(gateway, context).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async identity() {
      const { username } = await gateway.fields();
      const { host, pathname } = new URL((await root()).server.root);
      return { remoteUserId: `${username}@${host}${pathname}`, label: `${username} at ${host}` };
    },
    async quota() {
      const { resources } = await gateway.propfind({ url: (await root()).server.root, depth: 0, props: QUOTA });
      return quotaOf(resources[0]?.props ?? {});
    },
    files: {
      async *enumerate(scope, options) {
        options.signal.throwIfAborted();
        yield* (await root()).reads.enumerate(scope, options);
      },
      browse: async (parent, page) => (await root()).reads.browse(parent, page),
      stat: async (id) => (await root()).reads.stat(id),
      download: async (id, options) => (await root()).reads.download(id, options),
    },
    writes: {
      begin: async (to) => (await root()).uploads.begin(to),
      received: async (upload) => (await root()).uploads.received(upload),
      put: async (upload, chunk) => (await root()).uploads.put(upload, chunk),
      finish: async (upload, expected) => (await root()).uploads.finish(upload, expected),
      abort: async (upload) => (await root()).uploads.abort(upload),
      mkdir: async (parent, name) => (await root()).arranging.mkdir(parent, name),
      delete: async (id) => (await root()).arranging.delete(id),
      move: async (id, to) => (await root()).arranging.move(id, to),
      copy: async (id, to) => (await root()).arranging.copy(id, to),
    },
    async [Symbol.asyncDispose]() {
      const open = await opened?.catch(() => undefined);
      await open?.uploads.close();
    },
  };
}

async function openRoot(gateway: Gateway, context: AccountContext) {
  const server = await discover(gateway);
  const account = createDavAccount(gateway, server);
  return {
    server,
    reads: createReads(account, context),
    uploads: createUploads(account),
    arranging: createArranging(account),
  };
}

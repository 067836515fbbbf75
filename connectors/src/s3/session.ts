import type { AccountContext } from '../kit/connector.ts';
import type { Session } from '../kit/session.ts';
import { createArranging } from './arrange.ts';
import { createBucket } from './bucket.ts';
import { createDestinations } from './destinations.ts';
import { prefixOf } from './keys.ts';
import { createGateway, type Gateway } from './protocol/gateway.ts';
import { createReads } from './reads.ts';
import { createUploads } from './uploads/uploads.ts';

export function openSession(account: AccountContext): Session {
  const gateway = createGateway(account);
  let opened: ReturnType<typeof openBucket> | undefined;
  const bucket = () => {
    opened ??= openBucket(account, gateway);
    return opened;
  };
  return {
    async identity() {
      const { prefix } = (await bucket()).bucket;
      // There are no retries: a person is waiting, and a wrong address stays wrong.
      await gateway.list({ prefix, maxKeys: 1, once: true });
      const { endpoint, bucket: name, isAmazon } = await gateway.store();
      const place = `${name}/${prefix}`.replace(/\/$/, '');
      // At Amazon, the host follows from the region, which may be discovered only later.
      const host = isAmazon ? 'amazonaws.com' : endpoint.host;
      return { remoteUserId: `${host}/${place}`, label: `${place} at ${isAmazon ? 'Amazon S3' : host}` };
    },
    files: {
      async *enumerate(scope, options) {
        options.signal.throwIfAborted();
        yield* (await bucket()).reads.enumerate(scope, options);
      },
      browse: async (parent, page) => (await bucket()).reads.browse(parent, page),
      stat: async (id) => (await bucket()).reads.stat(id),
      download: async (id, options) => (await bucket()).reads.download(id, options),
    },
    writes: {
      begin: async (to) => (await bucket()).uploads.begin(to),
      received: async (upload, receipts) => (await bucket()).uploads.received(upload, receipts),
      put: async (upload, chunk, receipts) => (await bucket()).uploads.put(upload, chunk, receipts),
      finish: async (upload, expected, receipts) => (await bucket()).uploads.finish(upload, expected, receipts),
      abort: async (upload, keep) => (await bucket()).uploads.abort(upload, keep),
      mkdir: async (parent, name) => (await bucket()).arranging.mkdir(parent, name),
      delete: async (id) => (await bucket()).arranging.delete(id),
      move: async (id, to) => (await bucket()).arranging.move(id, to),
      copy: async (id, to) => (await bucket()).arranging.copy(id, to),
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function openBucket(account: AccountContext, gateway: Gateway) {
  const bucket = createBucket(gateway, prefixOf((await gateway.fields()).prefix));
  const destinations = createDestinations(bucket, account.now);
  return {
    bucket,
    reads: createReads(bucket),
    uploads: createUploads(bucket, destinations),
    arranging: createArranging(bucket, destinations),
  };
}

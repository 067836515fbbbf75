import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { bucketFolders, provide, startSwift } from '@sheaf/sandbox';
import { describe } from 'vitest';
import { describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { s3 } from './index.ts';
import { sdkStore } from './testing/sdk-store.ts';
import { fieldsOf } from './testing/world.ts';

const swift = provide('swift');

/** Tests against an independent store, with Amazon’s client beside ours. */
describe.skipIf(swift === null)('OpenStack Swift', () => {
  describeConnector('s3', s3, async () => {
    const server = await startSwift(swift!);
    const client = new S3Client({
      endpoint: server.url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: server,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    const Bucket = 'files';
    await client.send(new CreateBucketCommand({ Bucket }));
    const { accessKeyId, secretAccessKey } = server;
    const account = testAccount({ fields: fieldsOf(server.url, { bucket: Bucket, accessKeyId, secretAccessKey }) });
    return {
      account,
      outside: bucketFolders(sdkStore(client, Bucket)),
      keepsModifiedAt: false,
      deletesBlindly: true,
      async stop() {
        await account.close();
        client.destroy();
        await server.stop();
      },
    };
  });
});

import { type S3Quirks, s3Vendors } from '@sheaf/sandbox';
import { describeConnector } from '../kit/conformance/index.ts';
import { s3 } from './index.ts';
import { startWorld } from './testing/world.ts';

for (const [vendor, quirks] of Object.entries<S3Quirks>(s3Vendors))
  describeConnector(vendor, s3, async () => ({
    ...(await startWorld({ quirks: { pageSize: 7, ...quirks } })),
    keepsModifiedAt: false,
    deletesBlindly: quirks.deleteConditions !== undefined,
  }));

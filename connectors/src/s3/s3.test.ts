import { describeConnector } from '../kit/conformance/index.ts';
import { s3 } from './index.ts';
import { startWorld } from './testing/world.ts';

const keepsModifiedAt = false;

describeConnector('a bucket', s3, async () => ({ ...(await startWorld()), keepsModifiedAt }));

describeConnector('a part of a bucket, at a store without conditional writes, with small pages', s3, async () => ({
  ...(await startWorld({ quirks: { conditions: 'refused', pageSize: 7 } }, { prefix: 'team/files' })),
  keepsModifiedAt,
}));

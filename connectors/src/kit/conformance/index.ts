import { describe } from 'vitest';
import type { Capability, Connector } from '../connector.ts';
import { describeArranging } from './arranges.ts';
import { describeChanges } from './changes.ts';
import { describeDeclarations } from './declares.ts';
import { describeFailing } from './fails.ts';
import { describeInterference } from './interferes.ts';
import { describeListing } from './lists.ts';
import { describeExport, describeReading } from './reads.ts';
import { describeRecovery } from './recovers.ts';
import { describeResuming } from './resumes.ts';
import { describeStopping } from './stops.ts';
import { openSuite } from './suite.ts';
import { describeUploads } from './uploads.ts';
import type { ConformanceWorld } from './world.ts';

export { describeThreads, type ThreadWorld } from './threads/index.ts';
export type { ConformanceWorld, Held, Outside } from './world.ts';

/**
 * The suite that every connector for files passes. A connector's own test calls it once per kind of server and adds
 * only tests for the peculiarities of its source:
 *
 * describeConnector('dropbox', dropbox, async () => { const sandbox = await startDropbox(); return { account:
 * testAccount(…), outside: …, keepsModifiedAt: true, stop: () => sandbox.stop() }; });
 *
 * With `canFail`, the world can also make its source fail (`failing`).
 *
 * What the suite expects where the interface leaves room:
 * - the world is set up once; every test works in a folder of its own at the top, and other items may be there;
 * - items at the top of the account have parentId null; `browse(null)` lists them;
 * - a chosen folder is itself part of a selected scope, with everything below;
 * - an id that the source never gave out is `not_found`;
 * - `range.end` is included, as in HTTP; `Download.size` is that of the complete file;
 * - exactly one `put` is the last, also for an empty file; `received` after a restart is what the source holds, or 0;
 * - unfinished uploads never show in listings;
 * - where names are unique, nothing is ever replaced: a name that is taken is `conflict`;
 * - a deleted folder goes with everything below; a deleted folder in a change feed implies what was below it;
 * - an abort shows as an AbortError or as a ConnectorError.
 */
export function describeConnector(
  name: string,
  connector: Connector,
  setUp: () => Promise<ConformanceWorld>,
  { canFail = false } = {},
): void {
  const can = (capability: Capability) => connector.manifest.capabilities.includes(capability);
  describe(name, () => {
    const suite = openSuite(connector, setUp);
    describeDeclarations(suite);
    describeFailing(suite);
    describeListing(suite);
    describeResuming(suite);
    describeReading(suite);
    if (can('files.changes')) describeChanges(suite);
    if (can('files.export')) describeExport(suite);
    if (can('writes')) {
      describeUploads(suite);
      describeArranging(suite, can);
      if (can('writes.move')) describeInterference(suite);
    }
    describeStopping(suite);
    if (canFail) describeRecovery(suite);
  });
}

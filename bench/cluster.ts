import { parseArgs } from 'node:util';
import { compareOrganizations } from './cluster/organizations.ts';
import { findDueAccounts } from './cluster/scheduler.ts';
import { compareWorkers } from './cluster/workers.ts';

/**
 * Many processes, many organisations, many accounts. `node bench/cluster.ts workers|organizations|scheduler`: one part, or
 * without a name all of them.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    organizations: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '1000' },
    times: { type: 'string', default: '100' },
    folder: { type: 'string' },
    accounts: { type: 'string', default: '100000' },
    share: { type: 'string', multiple: true, default: ['1', '0.1'] },
  },
});

const parts: Record<string, () => Promise<void>> = {
  organizations: () =>
    compareOrganizations({
      organizations: Number(options.organizations),
      documents: Number(options.documents),
      times: Number(options.times),
      folder: options.folder,
    }),
  scheduler: () => findDueAccounts({ accounts: Number(options.accounts), times: Number(options.times) }),
  workers: () =>
    compareWorkers({ files: Number(options.files), rounds: Number(options.rounds), shares: options.share.map(Number) }),
};

for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part '${name}': ${Object.keys(parts).join(', ')}.`);
  console.log(`— ${name} —`);
  await part();
}

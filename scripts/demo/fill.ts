import { contract, labelColors } from '@sheaf/contract';
import { upload } from '../../server/src/testing/upload.ts';
import { connect, copy, find } from './clouds.ts';
import { type Colleague, gather } from './join.ts';
import { studio, transfers, groups as wanted, welcome } from './studio.ts';

const { collections, documents, groups, labels, sharing } = contract;

/**
 * Fills an empty Sheaf as people would: through its API, with the codes from its mailbox and the sandbox's consent
 * pages. Existing data stays as it is, so an interrupted run can be continued.
 */
export async function fill(origin: string, log: (line: string) => void): Promise<void> {
  const team = await gather(origin);
  const [owner] = team;
  log(`${studio.name} has ${team.length} members.`);
  await Promise.all(team.flatMap((who) => who.apps.map((app) => bring(who, app, log))));
  await greet(origin, team);
  await group(owner, team);
  for (const who of team) await share(who, team);
  for (const who of team) await arrange(who);
  log('Labels, collections, groups and shares are set.');
  await copy(owner, transfers);
  log('Of three transfers one has ended, one repeats every hour, and one waits to be resumed.');
}

async function bring(who: Colleague, app: Colleague['apps'][number], log: (line: string) => void): Promise<void> {
  const account = await connect(who, app);
  if (account) log(`${account.source.name} of ${who.name} has brought ${account.files} files.`);
}

async function greet(origin: string, [owner, ...others]: [Colleague, ...Colleague[]]): Promise<void> {
  const { name, text } = welcome;
  const [known] = await find(owner, { search: name });
  const id = known ?? (await upload(origin, owner.token, name, text));
  await owner.call(sharing.share, { body: { inviting_ids: others.map((who) => who.id), document_ids: [id] } });
}

async function group(owner: Colleague, team: readonly Colleague[]): Promise<void> {
  const known = (await owner.call(groups.list)).data;
  for (const { name, people } of wanted) {
    const found = known.find((one) => one.name === name);
    const { id } = found ?? (await owner.call(groups.create, { body: { name } })).data;
    const user_ids = team.filter(({ email }) => people.includes(email)).map((who) => who.id);
    await owner.call(groups.addMembers, { params: { id }, body: { user_ids } });
  }
}

async function share(who: Colleague, team: readonly Colleague[]): Promise<void> {
  if (who.shares.length === 0) return;
  const known = (await who.call(groups.list)).data;
  for (const { documents: choice, with: names } of who.shares) {
    const people = team.filter(({ email }) => names.includes(email));
    const inviting_ids = [...people, ...known.filter(({ name }) => names.includes(name))].map(({ id }) => id);
    await who.call(sharing.share, { body: { inviting_ids, document_ids: await find(who, choice) } });
  }
}

async function arrange(who: Colleague): Promise<void> {
  const { call } = who;
  const named = (name: string) => (one: { name: string }) => one.name === name;
  const hasLabels = (await call(labels.list)).data;
  for (const { name, color, documents: choice } of who.labels) {
    const body = { name, color: labelColors[color] };
    const { id } = hasLabels.find(named(name)) ?? (await call(labels.create, { body })).data;
    await call(documents.tag, { body: { document_ids: await find(who, choice), add_labels: [id] } });
  }
  const hasCollections = (await call(collections.list)).data;
  for (const { name, documents: choice } of who.collections) {
    const { id } = hasCollections.find(named(name)) ?? (await call(collections.create, { body: { name } })).data;
    await call(documents.tag, { body: { document_ids: await find(who, choice), add_collections: [id] } });
  }
}

import { contract } from '@sheaf/contract';
import { beforeEach, expect, it } from 'vitest';
import { failure } from '../../../testing/failure.ts';
import { person } from '../../../testing/people.ts';
import { driveToDropbox } from '../testing/drive-to-dropbox.ts';
import { transferAll } from '../testing/driver.ts';

const { transfers } = contract;

const world = await driveToDropbox();
let { app, me, accounts } = world;
beforeEach(() => {
  ({ app, me, accounts } = world);
});
const { files } = world;

it('names every item with its hashes in the report, as CSV and as JSON', async () => {
  await files('a.txt', '=1+1.txt');
  const { id } = await transferAll(app, me, accounts);
  const csv = await (await me.call(transfers.report, { params: { id }, query: { format: 'csv' } })).text();
  const lines = csv.trim().split('\r\n');
  expect(lines.length).toBe(3);
  expect(csv).toContain("'=1+1.txt,'=1+1.txt,file,");
  const json = await (await me.call(transfers.report, { params: { id }, query: { format: 'json' } })).json();
  expect(json.items.length).toBe(2);
  for (const { source_hash, destination_hash, outcome, at } of json.items) {
    expect(source_hash).toMatch(/^[0-9a-f]{64}$/);
    expect({ destination_hash, outcome, at: typeof at }).toEqual({
      destination_hash: source_hash,
      outcome: 'transferred',
      at: 'string',
    });
  }
});

it('lets a browser fetch the report by a path that is valid for no one else', async () => {
  await files('a.txt');
  const { id } = await transferAll(app, me, accounts);
  const { local_path } = (await me.call(transfers.reportPath, { params: { id }, body: { format: 'json' } })).data;
  const get = (path: string) => app.request({ method: 'GET', url: `/storage/${path}` });
  const { status, headers, json } = await get(local_path);
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="transfer-\d{4}-\d\d-\d\d\.json"$/),
  ]);
  expect(json.items).toMatchObject([{ path: 'a.txt', outcome: 'transferred' }]);
  const other = await person(app);
  expect((await failure(other.call(transfers.reportPath, { params: { id } }))).status).toBe(404);
  expect((await get(local_path.replace(me.id, other.id))).status).toBe(404);
  expect((await get(local_path.replace('v=json', 'v=csv'))).status).toBe(404);
  await me.call(transfers.delete, { params: { id } });
  expect((await get(local_path)).status).toBe(404);
});

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { auth, type Call, documents, sources, transfers } from '@sheaf/contract';
import { startDropbox, startGoogle, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { eventually, retryingClient } from '../../cluster/testing/retrying-client.ts';
import { runCommandProcess } from '../../testing/processes/command.ts';
import { ownInstallation } from '../../testing/processes/own-installation.ts';
import { type RunningProgram, ready } from '../../testing/processes/program.ts';
import { reachClouds } from '../../testing/processes/worker-process.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { upload } from '../../testing/upload.ts';

/**
 * Backs up contents in S3 while a transfer, uploads and syncs are in progress, and restores all of it into another
 * bucket.
 */

const credentials = { accessKeyId: 'blobs', secretAccessKey: 'secret' };
const files = 40;

const s3 = await forThisFile(startS3({ bucket: 'blobs', ...credentials }));
const google = await forThisFile(startGoogle({ samples: false }));
const dropbox = await forThisFile(startDropbox({ samples: false }));
const own = await forThisFile(ownInstallation('s3_backup'));

const settingsOf = (name: string): Record<string, string> => ({
  ...reachClouds({ 'google-drive': google, dropbox }),
  SHEAF_SECRET: 'long enough to be taken for a secret',
  SHEAF_DATA_DIR: join(own.dir, name),
  BLOB_STORE: `s3://${credentials.accessKeyId}:${credentials.secretAccessKey}@blobs/${name}?endpoint=${encodeURIComponent(s3.url)}`,
});

async function run(settings: Record<string, string>): Promise<RunningProgram> {
  const program = await own.run(settings);
  await ready(program);
  return program;
}

const clientOf = (url: string, token: string): Call => retryingClient(url, { Authorization: `Bearer ${token}` });
/** Counts the pages of whole listings, without the calls for single files. */
const listings = () => {
  const calls = (prefix: string) => google.control.calls({ prefix });
  return calls('GET /drive/v3/files') - calls('GET /drive/v3/files/');
};
const atDropbox = () => dropbox.control.list({ person: 'bruno', path: '' }).filter(({ kind }) => kind === 'file');
const uploads = () => dropbox.control.calls({ prefix: 'POST /content/2/files/upload' });

it('backs up S3 while a transfer, uploads and syncs are in progress, and another bucket resumes all of them', async () => {
  for (let n = 0; n < files; n += 1) google.control.add({ person: 'ada', name: `cloud ${n}.txt`, text: `cloud ${n}` });
  const first = { ...settingsOf('first'), DATABASE_URL: own.url };
  const program = await run(first);
  const password = 'correct horse battery';
  const body = { name: 'Ada', email: 'ada@example.com', password, password_confirmation: password };
  const { token } = (await clientOf(program.url, '')(auth.register, { body })).data.auth;
  await own.inside.query('update users set email_verified_at = now()');
  const call = clientOf(program.url, token);
  const from = await connectAccount({ call }, 'google-drive', 'ada');
  const to = await connectAccount({ call }, 'dropbox', 'bruno');
  const syncNow = (who: Call) => who(sources.syncNow, { params: { id: from.id } }).catch(() => {});
  const list = async (who: Call) =>
    (await who(documents.list, { query: { sort: 'name', per_page: 100 } as never })).data;
  await syncNow(call);
  const synced = await eventually('sync', async () => {
    const found = (await list(call)).filter(({ name }) => name.startsWith('cloud'));
    return found.length === files ? found : undefined;
  });

  // From the tenth file on, Dropbox doesn’t answer, so that the transfer is in progress during the whole backup.
  dropbox.control.fail({ path: '/content/2/files/upload', nth: 10, times: 1_000_000, action: { kind: 'hang' } });
  const { data: transfer } = await call(transfers.create, {
    body: { from_account_id: from.id, to_account_id: to.id, document_ids: synced.map(({ id }) => id) },
  });
  await eventually('transfer in progress', async () => (uploads() >= 10 ? true : undefined));
  const backup = { isDone: false };
  const busy = (async () => {
    for (let n = 0; !backup.isDone; n += 1) {
      await upload(program.url, token, `during ${n}.bin`, randomBytes(200_000), 'replace').catch(() => {});
      google.control.add({ person: 'ada', name: `later ${n}.txt`, text: `later ${n}` });
      await syncNow(call);
    }
  })();
  const file = join(own.dir, 's3.backup');
  // The connection to the store breaks in the middle of some contents.
  for (const nth of [3, 9])
    s3.faults.add({ method: 'GET', path: '/blobs/first/content', nth, action: { kind: 'cut', afterBytes: 3 } });
  const made = await runCommandProcess('backup.ts', [file], first).ended;
  backup.isDone = true;
  await busy;
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/is complete: [\d,]+ rows, [\d,]+ contents/) });
  const { data: during } = await call(transfers.get, { params: { id: transfer.id } });
  expect(during.status).toMatch(/^(pending|running)$/);
  program.child.kill('SIGKILL');
  await program.ended;

  const second = settingsOf('second');
  const restored = await runCommandProcess('restore.ts', [file], second).ended;
  expect([restored.code, restored.output]).toEqual([
    0,
    expect.stringContaining('Everything is there, and as it should be.'),
  ]);
  const listed = listings();
  dropbox.control.clearFaults();
  google.control.add({ person: 'ada', name: 'after the restore.txt', text: 'new' });
  const there = clientOf((await run(second)).url, token);
  await eventually('sync from the cursor', async () => {
    await syncNow(there);
    return (await list(there)).find(({ name }) => name === 'after the restore.txt');
  });
  expect(listings()).toBe(listed);
  const ended = await eventually('end of the transfer', async () => {
    const { data } = await there(transfers.get, { params: { id: transfer.id } });
    return data.status === 'pending' || data.status === 'running' ? undefined : data;
  });
  expect(ended).toMatchObject({ status: 'completed', problem: null });
  expect(
    atDropbox()
      .map(({ path }) => path.slice(1))
      .sort(),
  ).toEqual(synced.map(({ name }) => name).sort());
  // Checks the contents of the bucket while everything is running.
  const checked = await runCommandProcess('check.ts', [], second).ended;
  expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('Everything is there')]);
}, 900_000);

import { expect, it } from 'vitest';
import { deriveKeys } from '../../../platform/secrets/keys.ts';
import { newId } from '../../../platform/uuid.ts';
import { person } from '../../../testing/people.ts';
import { runCommandProcess } from '../../../testing/processes/command.ts';
import { addressOf } from '../../../testing/processes/worker-process.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readSecrets, writeSecrets } from './secrets.ts';

const before = 'the secret that was there before it';
const fresh = 'the secret that takes its place, long enough';
const count = 3_000;

it('rotates keys while tokens are read and refreshed, in two concurrent runs, one of which is killed', async () => {
  const app = await testApp();
  const { db } = app.services;
  const old = deriveKeys({ current: before, previous: [] });
  const me = await person(app);
  const ids = Array.from({ length: count }, newId);
  const secretsOf = (value: string) => ({ fields: { password: value } });
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto('source_accounts')
      .values(
        ids.slice(at, at + 500).map((id) => ({
          id,
          organization_id: me.organizationId,
          user_id: me.id,
          source: 'webdav',
          remote_user_id: id,
          name: 'somebody',
          settings: '{}',
          secrets: old.seal(JSON.stringify(secretsOf(`first ${id}`))),
        })),
      )
      .execute();
  const env = {
    SHEAF_DATA_DIR: app.services.config.dataDir,
    DATABASE_URL: addressOf(app.services.pool.options, 'rotate'),
    SHEAF_SECRET: fresh,
    SHEAF_PREVIOUS_SECRETS: before,
  };
  // Like processes started with both keys: they read what is sealed with either, and seal with the new one.
  const services = { ...app.services, keys: deriveKeys({ current: fresh, previous: [before] }) };
  const latest = new Map(ids.map((id) => [id, `first ${id}`]));
  const rotation = { isDone: false };
  const busy = async (own: readonly string[]) => {
    for (let n = 0; !rotation.isDone || n < own.length; n += 1) {
      const id = own[n % own.length]!;
      await db.transaction().execute(async (tx) => {
        expect(await readSecrets(services, tx, id, true)).toEqual(secretsOf(latest.get(id)!));
        await writeSecrets(services, tx, id, secretsOf(`${n} ${id}`));
      });
      latest.set(id, `${n} ${id}`);
    }
  };
  // Each has accounts of its own, so that it knows what it wrote last; the others are only resealed.
  const work = Promise.all([0, 1, 2].map((part) => busy(ids.slice(part * 100, part * 100 + 100))));
  const [first, second, killed] = [1, 2, 3].map(() => runCommandProcess('rotate-keys.ts', [], env));
  killed!.child.kill('SIGKILL');
  const results = await Promise.all([first!.ended, second!.ended]);
  rotation.isDone = true;
  await work;
  for (const { code, output } of results) expect([code, output]).toEqual([0, expect.stringMatching(/^Secrets sealed/)]);

  const onlyNew = { ...services, keys: deriveKeys({ current: fresh, previous: [] }) };
  for (const id of ids) expect(await readSecrets(onlyNew, db, id)).toEqual(secretsOf(latest.get(id)!));
  const { rows } = await app.services.pool.query('select key_id from installation_key');
  expect(rows).toEqual([{ key_id: onlyNew.keys.knownIds[0] }]);
  await app.close();
});

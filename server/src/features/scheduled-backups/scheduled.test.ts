import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { organizations } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { chooseBase, type KeptBackup, outdated, scheduledBackup } from './scheduled.ts';

it('makes one backup when due, also with several workers, based on the last complete one, and deletes old ones', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-scheduled-'));
  const backups = { dir, everySeconds: 3600, keep: 2, passphrase: undefined };
  const app = await testApp({ backups });
  const { services } = app;
  const me = await person(app);
  await addFiles(app, me, await quietAccount(app, me), [{ name: 'a.txt', bytes: 'a' }]);
  const look = () => scheduledBackup.run({}, services, new AbortController().signal);
  const files = async () => (await readdir(dir)).sort();
  const later = () =>
    services.pool.query(`update backups set started_at = started_at - interval '2 hours', file = file || '.'`);

  const bea = await person(app, { role: 'admin', organizationId: me.organizationId });
  const lastBackupSeenBy = async (who: TestPerson) => (await who.call(organizations.info)).data.last_backup_at;
  expect(await lastBackupSeenBy(me)).toBeNull();
  await Promise.all([look(), look(), look()]);
  expect([await lastBackupSeenBy(me), await lastBackupSeenBy(bea)]).toEqual([expect.stringMatching(/^2/), null]);
  const [first, ...others] = await files();
  expect(others).toEqual([]);
  expect(first).toMatch(/^sheaf-\d{8}T\d{6}Z\.backup$/);
  await look();
  expect(await files()).toEqual([first]);

  const totals = async () =>
    (await services.pool.query('select base_id is not null as based, missing, problem from backups order by id')).rows;
  await later();
  // Names contain the second, so the next backup may have to wait for another one.
  await expect
    .poll(async () => {
      await look().catch(() => {});
      return (await files()).length;
    })
    .toBe(2);
  expect((await totals()).filter(({ problem }) => problem === null)[1]).toEqual({
    based: true,
    missing: 0,
    problem: null,
  });
  await app.close();
  await rm(dir, { recursive: true });
});

it('keeps the configured number, and the backups these are based on', () => {
  const keep = 3;
  let kept: KeptBackup[] = [];
  const history: string[] = [];
  for (let n = 1; n <= 9; n += 1) {
    const id = String(n);
    kept.unshift({ file: id, id, baseId: chooseBase(kept, keep)?.id ?? null });
    const gone = outdated(kept, keep);
    kept = kept.filter((one) => !gone.includes(one));
    history.push(kept.map((one) => one.id + (one.baseId ? `>${one.baseId}` : '')).join(' '));
  }
  expect(history.slice(-4)).toEqual(['6>4 5>4 4', '7 6>4 5>4 4', '8>7 7 6>4 4', '9>7 8>7 7']);
});

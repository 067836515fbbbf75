import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../../platform/uuid.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { claimAccounts } from './listen.ts';

const app = await forThisFile(testApp());

it('shares the accounts to listen at among processes: each keeps its own, and takes over those of a silent one', async () => {
  const me = await person(app);
  await app.services.pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings, next_sync_at)
     select gen_random_uuid(), $1, $2, case when n <= 250 then 'imap' else 'webdav' end, n::text, 'many', '{}', now()
     from generate_series(1, 300) n`,
    [me.organizationId, me.id],
  );
  const [first, second, third] = [newId(), newId(), newId()];
  const claimed = async (listener: string) => [...(await claimAccounts(app.services, listener)).keys()].sort();
  const [ofFirst, ofSecond] = [await claimed(first), await claimed(second)];
  expect([ofFirst.length, ofSecond.length, new Set([...ofFirst, ...ofSecond]).size]).toEqual([200, 50, 250]);
  expect([await claimed(first), await claimed(second), await claimed(third)]).toEqual([ofFirst, ofSecond, []]);

  await app.services.pool.query(
    `update account_listeners set until = now() - interval '1 second' where listener = $1`,
    [first],
  );
  const taken = await claimed(second);
  expect(taken.length).toBe(200);
  expect(taken).toEqual(expect.arrayContaining(ofSecond));
  // The accounts that the silent one still has when it wakes up.
  expect((await claimed(first)).length).toBe(50);

  await app.services.pool.query(`update source_accounts set status = 'needs_reauth' where id = $1`, [taken[0]]);
  expect(await claimed(second)).not.toContain(taken[0]);
});

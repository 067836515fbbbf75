import { contract, planLimits, uploadsPath } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { memberOf } from '../../testing/member.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { consent } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { takeAiMessage } from './index.ts';

/** Of 50 concurrent requests at each limit of the Free plan, exactly as many succeed as the plan has room for. */

const { invites, sources, transfers } = contract;
const limits = planLimits.free;
const atOnce = 50;

const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));

/** Returns how many succeeded; the others failed with the limit. */
async function through(calls: readonly Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(calls);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'plan_limit', status: 402 });
  return results.filter(({ status }) => status === 'fulfilled').length;
}

const times = <T>(make: (index: number) => T): T[] => Array.from({ length: atOnce }, (_, index) => make(index));

it('limits members, with open invitations', async () => {
  const owner = await person(app);
  const calls = times((i) => owner.call(invites.create, { body: { email: `seat${i}@example.com` } }));
  expect(await through(calls)).toBe(limits.members - 1);
});

it('limits connected accounts', async () => {
  const owner = await person(app);
  const { organizationId } = owner;
  const people = await Promise.all(times(() => person(app, { organizationId, role: 'member' })));
  // All at once: a code lives for a minute.
  const begun = await Promise.all(
    people.map(async (who) => {
      const { url } = (await who.call(sources.beginOAuth, { body: { source: 'dropbox' } })).data;
      return { who, back: await consent(url, 'ada') };
    }),
  );
  const calls = begun.map(({ who, back }) =>
    who.call(sources.finishOAuth, {
      body: { source: 'dropbox', code: back.get('code')!, state: back.get('state')! },
    }),
  );
  expect(await through(calls)).toBe(limits.accounts);
});

it('limits storage', async () => {
  const owner = await person(app);
  const size = Math.floor(limits.storage_bytes / 7);
  const calls = times((i) => announce(owner, `large ${i}.bin`, size));
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 201)).toHaveLength(7);
  expect(statuses.filter((status) => status === 402)).toHaveLength(atOnce - 7);
});

async function announce(who: TestPerson, name: string, size: number): Promise<number> {
  const answer = await app.request({
    method: 'POST',
    url: `/api${uploadsPath}`,
    headers: {
      ...who.headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(size),
      'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  if (answer.status === 402) expect(answer.json).toMatchObject({ code: 'plan_limit' });
  return answer.status;
}

it('limits transfers in a month, unfinished ones included', async () => {
  const owner = await person(app);
  const [from, to] = [await quietAccount(app, owner, 'dropbox'), await quietAccount(app, owner, 'dropbox')];
  await app.services.pool.query(`update source_accounts set status = 'connected' where id in ($1, $2)`, [from, to]);
  const size = Math.floor(limits.transfer_bytes / 6);
  const document_ids = await addDocuments(app, owner, from, [{ name: 'film.mp4', size }]);
  const body = { from_account_id: from, to_account_id: to, document_ids, selection_type: 'selected' as const };
  expect(await through(times(() => owner.call(transfers.create, { body })))).toBe(6);
});

it('limits questions to the AI in a month', async () => {
  const owner = await person(app);
  const { db } = app.services;
  const viewer = memberOf(owner);
  const ask = () => db.transaction().execute((tx) => takeAiMessage(tx, app.services, viewer));
  for (let i = 0; i < limits.ai_messages - 20; i++) await ask();
  expect(await through(times(ask))).toBe(20);
  const usage = (await owner.call(contract.organizations.info)).data.subscription.usage;
  expect(usage.ai_messages).toBe(limits.ai_messages);
  const unlimited = { config: { ...app.services.config, billing: false } };
  await db.transaction().execute((tx) => takeAiMessage(tx, unlimited, viewer));
});

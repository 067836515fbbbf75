import { contract } from '@sheaf/contract';
import { startSlack } from '@sheaf/sandbox';
import { expect, it, vi } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

// Ends every slice after its first batch.
vi.mock('../sync-run.ts', () => ({ sliceMs: -1 }));

const { sources } = contract;

it('reads every channel in a run of many slices, and no batch twice', async () => {
  const slack = await startSlack({ samples: false });
  const app = await testApp({}, { slack });
  try {
    const channels = ['one', 'two', 'three', 'four'];
    for (const name of channels) {
      slack.control.addChannel({ name });
      slack.control.post({ channel: name, text: `Hello ${name}` });
    }
    const me = await person(app);
    const { id } = await connectAccount(me, 'slack', 'ada');
    const sync = async () => {
      await me.call(sources.syncNow, { params: { id } });
      const status = async () => (await me.call(sources.accounts)).data[0]!.batch!.status;
      for (let slices = 0; slices < 40 && (await status()) !== 'completed'; slices++) await app.work();
      expect(await status()).toBe('completed');
    };
    await sync();
    for (const name of channels) slack.control.post({ channel: name, text: `Again ${name}` });
    slack.control.clearCalls();
    await sync();
    const { rows } = await app.services.pool.query('select body from messages where account_id = $1', [id]);
    expect(rows).toHaveLength(2 * channels.length);
    // A slice for each batch of a channel: the new message, the end of what was read, and the person's read position.
    expect(slack.control.calls({ prefix: 'POST /api/conversations.history' })).toBe(3 * channels.length);
  } finally {
    await app.close();
    await slack.stop();
  }
});

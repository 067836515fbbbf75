import { contract, eventsPath, serverEvent } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { drive } from './testing/clouds.ts';
import { sync, transferAll } from './testing/driver.ts';

const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google }));

it('sends the events of a transfer to its owner only, until it ends', async () => {
  const [from, to] = [drive(google, 'ada'), drive(google, 'bruno')];
  await from.write(['a.txt'], Buffer.from('a'));
  const [me, other] = [await person(app), await person(app)];
  const accounts = { from_account_id: await from.connect(me), to_account_id: await to.connect(me) };
  await sync(app, me, accounts.from_account_id);
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const ended = new AbortController();
  const hear = async (headers: Record<string, string>, heard: string[]) => {
    const { body } = await fetch(`${url}/api${eventsPath}`, { headers, signal: ended.signal });
    const read = async () => {
      let text = '';
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        const events = (text + chunk).split('\n\n');
        text = events.pop()!;
        for (const json of events.flatMap((lines) => lines.match(/^data: (.*)$/)?.[1] ?? [])) {
          const event = serverEvent.parse(JSON.parse(json));
          if (event.type === 'transfer') heard.push(`${event.transfer.id} ${event.transfer.status}`);
        }
      }
    };
    read().catch(() => {});
  };
  const [mine, theirs]: [string[], string[]] = [[], []];
  await hear(me.headers, mine);
  await hear(other.headers, theirs);
  const { id } = await transferAll(app, me, accounts);
  await expect.poll(() => mine).toContain(`${id} completed`);
  expect(theirs).toEqual([]);
  ended.abort();
  expect((await me.call(contract.transfers.get, { params: { id } })).data.status).toBe('completed');
});

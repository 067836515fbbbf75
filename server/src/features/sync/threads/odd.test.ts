import { contract } from '@sheaf/contract';
import {
  type GoogleSandbox,
  type GraphSandbox,
  type SlackSandbox,
  startGoogle,
  startGraph,
  startSlack,
} from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectAndSync } from '../../../testing/sign-in/consent.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { gmailWorld } from '../testing/gmail-world.ts';
import { outlookWorld } from '../testing/outlook-world.ts';
import { slackWorld } from '../testing/slack-world.ts';
import { playThreads } from '../testing/thread-player.ts';

/** A few short histories; the long suite has more, with faults and kills. */
const plan = { runs: 2, isCalm: true };

describe('chats and mail in the wild end with exactly what the source has, nothing twice', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let graph: GraphSandbox;
  let slack: SlackSandbox;
  beforeAll(async () => {
    [google, graph, slack] = await Promise.all([
      startGoogle({ samples: false, pageSize: 5 }),
      startGraph({ samples: false, pageSize: 5 }),
      startSlack({ samples: false, pageSize: 16, rotation: true }),
    ]);
    google.control.setMailQuota({ perUser: 1e9, perProject: 1e9 });
    app = await testApp({}, { gmail: google, outlook: graph, slack });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([google.stop(), graph.stop(), slack.stop()]);
  });

  it('Slack', () => playThreads(app, slackWorld(slack), plan));

  it('shows a channel that Slack lists twice as one folder', async () => {
    slack.control.setOddities({ seed: 'odd', shortPages: 1, repeated: 1 });
    for (const name of ['one', 'two', 'three', 'four', 'five']) slack.control.addChannel({ name });
    slack.control.post({ channel: 'four', text: 'four' });
    const me = await person(app);
    await connectAndSync(app, me, 'slack', 'ada');
    const { data } = await me.call(contract.documents.list, { query: { kind: 'folder', per_page: 100 } });
    const names = data.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['#one', '#two', '#three', '#four', '#five']));
  });

  it.each(['gmail', 'outlook'])(
    'continues without an error when a cursor is forgotten during the first sync: %s',
    async (source) => {
      const odd = { person: 'bruno', seed: 'odd', losesHistoryAt: 1 } as const;
      google.control.setMailOddities(odd);
      graph.control.setMailOddities(odd);
      for (let number = 0; number < 7; number++) {
        const mail = { person: 'bruno', subject: `Mail ${number}`, text: `Text ${number}.` } as const;
        if (source === 'gmail') google.control.addMail(mail);
        else graph.control.deliverMail(mail);
      }
      const me = await person(app);
      const id = await connectAndSync(app, me, source, 'bruno');
      expect((await me.call(contract.sources.accounts)).data[0]).toMatchObject({ status: 'connected', problem: null });
      const { data } = await me.call(contract.documents.list, { query: { kind: 'file', per_page: 100 } });
      expect(data.map(({ name }) => name).sort()).toEqual(Array.from({ length: 7 }, (_, number) => `Mail ${number}`));
      const { rows } = await app.services.pool.query('select distinct status from batches where account_id = $1', [id]);
      expect(rows).toEqual([{ status: 'completed' }]);
    },
  );

  it('Gmail', () => playThreads(app, gmailWorld(google), plan));

  it('Outlook', () => playThreads(app, outlookWorld(graph), plan));
});

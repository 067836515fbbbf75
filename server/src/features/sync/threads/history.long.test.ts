import tls from 'node:tls';
import {
  type GoogleSandbox,
  type GraphSandbox,
  type ImapServer,
  provide,
  type SlackSandbox,
  startDovecot,
  startGoogle,
  startGraph,
  startSlack,
} from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { gmailWorld } from '../testing/gmail-world.ts';
import { imapWorld } from '../testing/imap-world.ts';
import { outlookWorld } from '../testing/outlook-world.ts';
import { slackWorld } from '../testing/slack-world.ts';
import { playThreads } from '../testing/thread-player.ts';

const minutes = 10 * 60_000;
const dovecot = provide('dovecot');

describe('any history of chats and mail ends with exactly what the source has', () => {
  let app: TestApp;
  let google: GoogleSandbox;
  let graph: GraphSandbox;
  let slack: SlackSandbox;
  beforeAll(async () => {
    // Pages are small, so that few messages fill many; five of Slack's, which are read again, must hold all.
    [google, graph, slack] = await Promise.all([
      startGoogle({ samples: false, pageSize: 5 }),
      startGraph({ samples: false, pageSize: 5 }),
      startSlack({ samples: false, pageSize: 16, rotation: true }),
    ]);
    // Faults also lose answers to refreshes; with a provider that rejects used tokens, these disconnect the account.
    slack.control.setUsedRefresh({ brings: 'same-answer' });
    // All histories share one mailbox: together they would use up what Gmail allows a person in a minute.
    google.control.setMailQuota({ perUser: 1e9, perProject: 1e9 });
    app = await testApp({ privateNetworks: ['127.0.0.0/8'] }, { gmail: google, outlook: graph, slack });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([google.stop(), graph.stop(), slack.stop()]);
  });

  it('Gmail', () => playThreads(app, gmailWorld(google), { runs: 5 }), minutes);

  it('Slack', () => playThreads(app, slackWorld(slack), { runs: 5 }), minutes);

  it('Outlook', () => playThreads(app, outlookWorld(graph), { runs: 5 }), minutes);

  /** The changes that a server reports: flags and deletions, flags, none. */
  describe.skipIf(dovecot === null).each([
    ['QRESYNC', ''],
    ['CONDSTORE', 'imap_capability = IMAP4rev1 SASL-IR UIDPLUS MOVE ENABLE CONDSTORE IDLE NAMESPACE AUTH=PLAIN'],
    ['neither', 'imap_capability = IMAP4rev1 SASL-IR UIDPLUS MOVE AUTH=PLAIN'],
  ])('a mail server with %s', (_, settings) => {
    let server: ImapServer;
    const trusted = tls.getCACertificates('default');
    beforeAll(async () => {
      server = await startDovecot(dovecot!, settings);
      tls.setDefaultCACertificates([...trusted, server.certificate]);
    });
    afterAll(async () => {
      tls.setDefaultCACertificates(trusted);
      await server.stop();
    });

    it(
      'IMAP',
      async () => {
        const world = await imapWorld(server);
        await playThreads(app, world, { runs: 2 }).finally(world.stop);
      },
      minutes,
    );
  });
});

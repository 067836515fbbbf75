import { startNextcloud } from '@sheaf/connectors/testing';
import { type Program, provide, serveFolder, startApache, startOpenssh, startRclone } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { startFaultyProxy } from '../../testing/servers/faulty-proxy.ts';
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts';
import { testApp } from '../../testing/test-app.ts';
import type { EditableCloud } from '../sync/testing/cloud.ts';
import { folderCloud, sftpCloud } from '../sync/testing/folder-cloud.ts';
import { replayPlan } from '../sync/testing/histories.ts';
import { nextcloudCloud } from '../sync/testing/nextcloud-cloud.ts';
import { calm, writeHistories } from './testing/write-histories.ts';
import { WritePlayer } from './testing/write-player.ts';

/**
 * Random histories as with clouds (histories.long.test.ts), but of folders behind real servers: ids are paths, and
 * there is no feed and no trash. Proxies before the servers make calls fail and lose answers.
 */
const plan = replayPlan(10);
const minutes = 30;

const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }));

interface Served {
  cloud: EditableCloud;
  stops: (() => Promise<void>)[];
}

const overWebdav =
  (start: typeof startRclone) =>
  async (program: string): Promise<Served> => {
    const folder = await serveFolder();
    const server = await start(program, folder.root);
    const proxy = await startFaultyProxy(server.url);
    return { cloud: folderCloud(server, folder, proxy), stops: [proxy.stop, server.stop, folder.stop] };
  };

async function overSftp(program: string): Promise<Served> {
  const folder = await serveFolder();
  const server = await startOpenssh(program);
  const proxy = await startTcpProxy({ host: server.host, port: server.port });
  return { cloud: sftpCloud(server, folder, proxy), stops: [proxy.stop, server.stop, folder.stop] };
}

const servers: [string, Program, (program: string) => Promise<Served>][] = [
  ['rclone serve webdav', 'rclone', overWebdav(startRclone)],
  ['Apache’s mod_dav', 'apache2', overWebdav(startApache)],
  ['OpenSSH', 'sshd', overSftp],
];

describe('a folder changed here and on the server ends equal on both sides', { timeout: minutes * 60_000 }, () => {
  for (const [name, needs, serve] of servers) {
    const program = provide(needs);
    it.skipIf(program === null)(name, async () => {
      const { cloud, stops } = await serve(program!);
      const play = fc.asyncProperty(writeHistories(20), fc.boolean(), async (history, isCalm) =>
        WritePlayer.play(app, cloud, await person(app), isCalm ? calm(history) : history),
      );
      await Promise.resolve(fc.assert(play, plan)).finally(async () => {
        for (const stop of stops) await stop();
      });
    });
  }

  it('Nextcloud, played by a server of ours', async () => {
    const nextcloud = await startNextcloud();
    const proxy = await startFaultyProxy(nextcloud.url);
    const cloud = nextcloudCloud(nextcloud, proxy);
    const play = fc.asyncProperty(writeHistories(20), async (history) =>
      WritePlayer.play(app, cloud, await person(app), history),
    );
    await Promise.resolve(fc.assert(play, plan)).finally(async () => {
      await proxy.stop();
      await nextcloud.stop();
    });
  });
});

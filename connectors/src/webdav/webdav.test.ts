import { provide, serveFolder, startApache, startRclone, type WebdavServer } from '@sheaf/sandbox';
import { describe } from 'vitest';
import { type ConformanceWorld, describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { webdav } from './index.ts';

const servers = [
  { name: 'rclone serve webdav', program: provide('rclone'), start: startRclone },
  { name: "Apache's mod_dav", program: provide('apache2'), start: startApache },
];

for (const { name, program, start } of servers)
  describe.skipIf(program === null)(name, () => {
    describeConnector('webdav', webdav, () => openWorld((folder) => start(program!, folder)));
  });

async function openWorld(start: (folder: string) => Promise<WebdavServer>): Promise<ConformanceWorld> {
  const folder = await serveFolder();
  const server = await start(folder.root);
  const { url: address, username, password } = server;
  const account = testAccount({ fields: { address, username, password } });
  return {
    account,
    outside: folder,
    keepsModifiedAt: false,
    async stop() {
      await account.close();
      await server.stop();
      await folder.stop();
    },
  };
}

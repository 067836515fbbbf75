import { provide, type ServedFolder, serveFolder, startApache, startRclone, type WebdavServer } from '@sheaf/sandbox';
import { describe } from 'vitest';
import { type ConformanceWorld, describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { webdav } from './index.ts';
import { login, startNextcloud } from './testing/nextcloud.ts';

const servers = [
  { name: 'rclone serve webdav', program: provide('rclone'), start: startRclone },
  { name: "Apache's mod_dav", program: provide('apache2'), start: startApache },
];

for (const { name, program, start } of servers)
  describe.skipIf(program === null)(name, () => {
    describeConnector('webdav', webdav, async () => {
      const folder = await serveFolder();
      return worldOf(await start(program!, folder.root), folder);
    });
  });

describeConnector('a Nextcloud in miniature', webdav, async () => {
  const { url, tree, stop } = await startNextcloud();
  const account = testAccount({ fields: { address: url, ...login } });
  return {
    account,
    outside: {
      write: async (path, bytes) => void tree.write(path, bytes),
      mkdir: async (path) => void tree.mkdir(path),
      move: async (from, to) => tree.move(from, to),
      remove: async (path) => tree.remove(path),
      list: async (folder) => tree.list(folder),
    },
    keepsModifiedAt: true,
    async stop() {
      await account.close();
      await stop();
    },
  };
});

function worldOf({ url, username, password, stop }: WebdavServer, folder: ServedFolder): ConformanceWorld {
  const account = testAccount({ fields: { address: url, username, password }, realWaits: true });
  return {
    account,
    outside: folder,
    keepsModifiedAt: false,
    async stop() {
      await account.close();
      await stop();
      await folder.stop();
    },
  };
}

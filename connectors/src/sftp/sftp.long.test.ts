import { provide, serveFolder, startOpenssh } from '@sheaf/sandbox';
import { describe } from 'vitest';
import { describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { sftp } from './index.ts';

const sshd = provide('sshd');

describe.skipIf(sshd === null)('openssh', () => {
  describeConnector('sftp', sftp, async () => {
    const folder = await serveFolder();
    const server = await startOpenssh(sshd!);
    const { host, port, username, privateKey } = server;
    const fields = { host, port: String(port), username, password: '', privateKey, folder: folder.root };
    const account = testAccount({ fields });
    return {
      account,
      outside: folder,
      keepsModifiedAt: true,
      async stop() {
        await account.close();
        await server.stop();
        await folder.stop();
      },
    };
  });
});

import { startBox } from '@sheaf/sandbox';
import { describeConnector, type Path } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const person = 'ada';
const join = (path: Path) => path.join('/');

/** With all oddities at once. */
describeConnector('box', box, async () => {
  const { urls, control, stop } = await startBox({ filesPerFolder: 1 });
  control.setOddities({ person, positionsAsText: true, refusesRepeatedParts: true, commitsTooEarly: true });
  const account = testAccount({ urls, token: () => control.authorize({ person }).accessToken });
  return {
    account,
    keepsModifiedAt: true,
    outside: {
      write: async (path, bytes) =>
        control.write({ person, path: join(path), base64: Buffer.from(bytes).toString('base64') }),
      mkdir: async (path) => control.mkdir({ person, path: join(path) }),
      move: async (from, to) => control.move({ person, from: join(from), to: join(to) }),
      remove: async (path) => control.remove({ person, path: join(path) }),
      list: async (folder) =>
        control.list({ person, path: join(folder) }).map(({ path, type }) => ({
          path: path.split('/'),
          kind: type === 'web_link' ? 'link' : type,
          ...(type === 'file' && { bytes: Buffer.from(control.read({ person, path }), 'base64') }),
        })),
    },
    async stop() {
      await account.close();
      await stop();
    },
  };
});

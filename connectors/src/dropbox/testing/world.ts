import { startDropbox } from '@sheaf/sandbox';
import type { ConformanceWorld, Path } from '../../kit/conformance/index.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { scopes } from '../auth.ts';

const join = (path: Path) => path.map((name) => `/${name}`).join('');

/** An account for the suite that all connectors pass; with a seed, everything about it is odd. */
export async function dropboxWorld(person: 'bruno' | 'chen', seed?: string): Promise<ConformanceWorld> {
  const { urls, control, stop } = await startDropbox({ samples: seed === undefined });
  if (seed !== undefined) control.setOddities({ person, seed });
  const { accessToken } = control.authorize({ person, scopes });
  const context = testAccount({ urls, token: () => accessToken });
  return {
    account: context,
    keepsModifiedAt: true,
    outside: {
      write: async (path, bytes) =>
        control.write({ person, path: join(path), base64: Buffer.from(bytes).toString('base64') }),
      mkdir: async (path) => control.mkdir({ person, path: join(path) }),
      move: async (from, to) => control.move({ person, from: join(from), to: join(to) }),
      remove: async (path) => control.remove({ person, path: join(path) }),
      list: async (folder) => {
        const listed = control.list({ person, path: join(folder) });
        return listed.map(({ path, kind }) => ({
          path: path.slice(1).split('/'),
          kind,
          ...(kind === 'file' && { bytes: Buffer.from(control.read({ person, path }), 'base64') }),
        }));
      },
    },
    addNative: async (folder) => {
      const path = [...folder, 'Notes.paper'];
      control.writePaper({ person, path: join(path) });
      return path;
    },
    async stop() {
      await context.close();
      await stop();
    },
  };
}

import { startDropbox } from '@sheaf/sandbox';
import type { ConformanceWorld } from '../../kit/conformance/index.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { scopes } from '../auth.ts';

/** An account for the conformance suite; with a seed, it has all oddities. */
export async function dropboxWorld(person: 'bruno' | 'chen', seed?: string): Promise<ConformanceWorld> {
  const { urls, control, outside, stop } = await startDropbox({ samples: seed === undefined });
  if (seed !== undefined) control.setOddities({ person, seed });
  const { accessToken } = control.authorize({ person, scopes });
  const context = testAccount({ urls, token: () => accessToken });
  return {
    account: context,
    keepsModifiedAt: true,
    outside: outside(person),
    addNative: async (folder) => {
      const path = [...folder, 'Notes.paper'];
      control.writePaper({ person, path: `/${path.join('/')}` });
      return path;
    },
    async stop() {
      await context.close();
      await stop();
    },
  };
}

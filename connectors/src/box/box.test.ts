import { startBox } from '@sheaf/sandbox';
import { describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const person = 'ada';

/** Switches on all oddities at once. */
describeConnector(
  'box',
  box,
  async () => {
    const { urls, control, outside, stop } = await startBox({ filesPerFolder: 1 });
    control.setOddities({ person, positionsAsText: true, refusesRepeatedParts: true, commitsTooEarly: true });
    const account = testAccount({ urls, token: () => control.authorize({ person }).accessToken });
    return {
      account,
      keepsModifiedAt: true,
      outside: outside(person),
      failing: {
        ...control,
        paths: {
          list: '/2.0/folders/*/items',
          listAll: '/2.0/folders/*/items',
          download: '/d/1/',
          mkdir: '/2.0/folders',
          copy: '/2.0/files/*/copy',
        },
      },
      async stop() {
        await account.close();
        await stop();
      },
    };
  },
  { canFail: true },
);

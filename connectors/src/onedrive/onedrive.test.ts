import { type GraphSandbox, startGraph } from '@sheaf/sandbox';
import {
  type ConformanceWorld,
  describeConnector,
  type Held,
  type Outside,
  type Path,
} from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { onedrive } from './index.ts';

type Person = 'ada' | 'bruno';

/** Ada has a personal drive; Bruno has one of a company, and libraries of sites. */
for (const [kind, person] of [
  ['personal', 'ada'],
  ['business', 'bruno'],
] as const) {
  describeConnector(`onedrive, ${kind}`, onedrive, async (): Promise<ConformanceWorld> => {
    const graph = await startGraph({ filesPerFolder: 1 });
    const account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
    return {
      account,
      outside: outsideOf(graph, person),
      keepsModifiedAt: true,
      async stop() {
        await account.close();
        await graph.stop();
      },
    };
  });
}

/** Another client of the account: changes the sandbox's data directly. */
function outsideOf({ control }: GraphSandbox, person: Person): Outside {
  const join = (path: Path) => path.join('/');
  return {
    write: async (path, bytes) =>
      void control.write({ person, path: join(path), base64: Buffer.from(bytes).toString('base64') }),
    mkdir: async (path) => void control.mkdir({ person, path: join(path) }),
    move: async (from, to) => control.move({ person, from: join(from), to: join(to) }),
    remove: async (path) => control.remove({ person, path: join(path) }),
    async list(folder) {
      const own = heldIn({ control }, { person, path: join(folder) }, []);
      if (folder.length > 0 || person === 'ada') return own;
      const libraries = ['Harbour project/Documents', 'Harbour project/Drawings', 'Company handbook/Documents'];
      return [
        ...own,
        ...libraries.flatMap((library): Held[] => {
          const top = [library.replace('/', ' - ')];
          return [{ path: top, kind: 'folder' }, ...heldIn({ control }, { person, library, path: '' }, top)];
        }),
      ];
    },
  };
}

function heldIn(
  { control }: Pick<GraphSandbox, 'control'>,
  at: { person: Person; library?: string; path: string },
  top: Path,
): Held[] {
  const isShown = ({ path }: { path: string }) => !/\.(one|onetoc2)$/.test(path);
  return control
    .list(at)
    .filter(isShown)
    .map(({ path, kind }): Held => {
      const isLink = kind === 'package' || kind === 'remote';
      const bytes = () => Buffer.from(control.read({ ...at, path }), 'base64');
      return {
        path: [...top, ...path.slice(1).split('/')],
        kind: isLink ? 'link' : kind,
        ...(kind === 'file' && { bytes: bytes() }),
      };
    });
}

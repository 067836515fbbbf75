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
    shareWith(graph, person);
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

/** A folder of Chen's that the person has added to their own drive. */
function shareWith({ control }: GraphSandbox, person: Person): void {
  control.mkdir({ person: 'chen', path: shared });
  control.mkdir({ person: 'chen', path: `${shared}/Inner` });
  control.write({ person: 'chen', path: `${shared}/one.txt`, text: 'one' });
  control.write({ person: 'chen', path: `${shared}/Inner/two.txt`, text: 'two' });
  control.share({ person: 'chen', path: shared, with: person });
  control.addShortcut({ person, path: 'From Chen', to: { person: 'chen', path: shared } });
}
const shared = 'Shared with others';

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
      if (folder.length > 0) return own;
      const others = heldIn({ control }, { person: 'chen', path: shared }, []).map(
        (held): Held => ({ ...held, path: ['From Chen', ...held.path.slice(1)] }),
      );
      own.push(...others);
      if (person === 'ada') return own;
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
  at: { person: Person | 'chen'; library?: string; path: string },
  top: Path,
): Held[] {
  const isShown = ({ path }: { path: string }) => !/\.(one|onetoc2)$/.test(path);
  return control
    .list(at)
    .filter(isShown)
    .map(({ path, kind }): Held => {
      const isLink = kind === 'package';
      const bytes = () => Buffer.from(control.read({ ...at, path }), 'base64');
      return {
        path: [...top, ...path.slice(1).split('/')],
        kind: isLink ? 'link' : kind === 'remote' ? 'folder' : kind,
        ...(kind === 'file' && { bytes: bytes() }),
      };
    });
}

import { type GraphSandbox, outsideOf, startGraph } from '@sheaf/sandbox';
import { type ConformanceWorld, describeConnector, type Held, type Outside } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { onedrive } from './index.ts';

type Person = 'ada' | 'bruno';

/** Ada has a personal drive; Bruno has a business drive, and libraries of sites. */
for (const [kind, person] of [
  ['personal', 'ada'],
  ['business', 'bruno'],
] as const) {
  describeConnector(
    `onedrive, ${kind}`,
    onedrive,
    async (): Promise<ConformanceWorld> => {
      const graph = await startGraph({ filesPerFolder: 1, pageSize: 50 });
      shareWith(graph, person);
      const account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
      return {
        account,
        outside: accountOf(graph, person),
        keepsModifiedAt: true,
        failing: { ...graph.control, paths },
        async stop() {
          await account.close();
          await graph.stop();
        },
      };
    },
    { canFail: true },
  );
}

const drives = '/v1.0/drives/';
const paths = {
  list: drives,
  listAll: `${drives}*/root/delta`,
  download: '/download/',
  mkdir: `${drives}*/items/*/children`,
  copy: `${drives}*/items/*/copy`,
};

/** Adds a folder of Chen’s to the person’s own drive. */
function shareWith({ control }: GraphSandbox, person: Person): void {
  control.mkdir({ person: 'chen', path: shared });
  control.mkdir({ person: 'chen', path: `${shared}/Inner` });
  control.write({ person: 'chen', path: `${shared}/one.txt`, text: 'one' });
  control.write({ person: 'chen', path: `${shared}/Inner/two.txt`, text: 'two' });
  control.share({ person: 'chen', path: shared, with: person });
  control.addShortcut({ person, path: 'From Chen', to: { person: 'chen', path: shared } });
}
const shared = 'Shared with others';

/** Another client of the account, which sees everything at its top. */
function accountOf({ control, outside }: GraphSandbox, person: Person): Outside {
  const own = outside(person);
  return {
    ...own,
    async list(folder) {
      const held = (await own.list(folder)).filter(isShown);
      if (folder.length > 0) return held;
      const others = (await outside('chen').list([shared])).map(({ path, ...one }) => ({
        ...one,
        path: ['From Chen', ...path.slice(1)],
      }));
      if (person === 'ada') return [...held, ...others];
      const libraries = ['Harbour project/Documents', 'Harbour project/Drawings', 'Company handbook/Documents'];
      const below = libraries.map(async (library): Promise<Held[]> => {
        const top = [library.replace('/', ' - ')];
        const inside = (await outsideOf(control, { person, library }).list([])).filter(isShown);
        return [{ path: top, kind: 'folder' }, ...inside.map((one) => ({ ...one, path: [...top, ...one.path] }))];
      });
      return [...held, ...others, ...(await Promise.all(below)).flat()];
    },
  };
}

const isShown = ({ path }: Held) => !/\.(one|onetoc2)$/.test(path.at(-1)!);

import { type GoogleSandbox, startGoogle } from '@sheaf/sandbox';
import {
  type ConformanceWorld,
  describeConnector,
  type Held,
  type Outside,
  type Path,
} from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { kindOf } from './adapt.ts';
import { googleDrive } from './index.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const person = 'ada';

/** With all oddities at once, and a shared drive; the other tests here have a friendly account. */
describeConnector('google-drive', googleDrive, async (): Promise<ConformanceWorld> => {
  const google = await startGoogle({ pageSize: 20, filesPerFolder: 1 });
  const team = google.control.addSharedDrive({ person, name: 'Team' });
  google.control.add({ person, name: 'ours.txt', text: 'ours', parent: team });
  google.control.setOddities({
    person,
    groups: 'drop children',
    incompleteSearches: 2,
    flatListsShift: true,
    hashlessEvery: 2,
    uploadsKeepLess: true,
    resourceKeys: true,
  });
  const account = testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken });
  const outside = outsideOf(google);
  return {
    account,
    outside,
    keepsModifiedAt: true,
    async addNative(folder) {
      const mimeType = 'application/vnd.google-apps.document';
      google.control.add({ person, name: 'A letter', parent: idAt(google, folder), mimeType });
      return [...folder, 'A letter'];
    },
    async stop() {
      await account.close();
      await google.stop();
    },
  };
});

/** Another client of the account: changes the sandbox's data directly. */
function outsideOf(google: GoogleSandbox): Outside {
  const { control } = google;
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    async write(path, bytes) {
      const id = childAt(google, path);
      if (id !== undefined) control.write({ person, id, base64: base64(bytes) });
      else control.add({ person, name: path.at(-1)!, parent: parentOf(google, path), base64: base64(bytes) });
    },
    async mkdir(path) {
      control.add({ person, name: path.at(-1)!, parent: parentOf(google, path), mimeType: FOLDER });
    },
    async move(from, to) {
      const id = childAt(google, from)!;
      control.move({ person, id, parent: parentOf(google, to) });
      control.rename({ person, id, name: to.at(-1)! });
    },
    async remove(path) {
      control.remove({ person, id: childAt(google, path)! });
    },
    list: async (folder) => [...below(google, idAt(google, folder), folder)],
  };
}

function* below(google: GoogleSandbox, id: string, folder: Path): Iterable<Held> {
  const drive = google.drives.get(person)!;
  const nodes = [...drive.childrenOf(id)].map((child) => drive.get(child));
  // Items that others share are in no folder: the connector shows them at the top.
  if (folder.length === 0) for (const node of drive.nodes()) if (node.parent === null) nodes.push(node);
  if (folder.length === 0 && drive.sharedDrives.size > 0) yield { path: ['Shared drives'], kind: 'folder' };
  if (folder.length === 0)
    for (const shared of drive.sharedDrives.values()) {
      const path = ['Shared drives', shared.name];
      yield { path, kind: 'folder' };
      yield* below(google, shared.id, path);
    }
  for (const node of nodes) {
    if (drive.isTrashed(node)) continue;
    const path = [...folder, node.name];
    const kind = kindOf(node.mimeType);
    yield { path, kind, ...(node.content && { bytes: Buffer.concat([...node.content.read()]) }) };
    yield* below(google, node.id, path);
  }
}

function childAt(google: GoogleSandbox, path: Path): string | undefined {
  const drive = google.drives.get(person)!;
  return [...drive.childrenOf(parentOf(google, path))].find((id) => drive.get(id).name === path.at(-1));
}

const parentOf = (google: GoogleSandbox, path: Path) => idAt(google, path.slice(0, -1));

function idAt(google: GoogleSandbox, path: Path): string {
  if (path.length === 0) return google.drives.get(person)!.root.id;
  const id = childAt(google, path);
  if (id === undefined) throw new Error(`Nothing at ${path.join(' / ')}`);
  return id;
}

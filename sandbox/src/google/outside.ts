import type { Held, Outside, Path } from '../shared/outside.ts';
import type { Person } from '../shared/people.ts';
import type { makeControl } from './control.ts';
import type { Drive } from './files/drive.ts';
import { exportFormats, FOLDER, isGoogleType } from './files/mime-types.ts';

/**
 * Names may have slashes, and siblings may have equal names: the first one is used. Shared drives are in a folder of
 * that name.
 */
export function outsideOf(
  control: ReturnType<typeof makeControl>,
  drive: Drive,
): Outside & { idAt(path: Path): string } {
  const person: Person['key'] = drive.person.key;
  const childAt = (path: Path) =>
    [...drive.childrenOf(parentOf(path))].find((id) => drive.get(id).name === path.at(-1));
  const parentOf = (path: Path) => idAt(path.slice(0, -1));
  const idAt = (path: Path): string => {
    const id = path.length === 0 ? drive.root.id : childAt(path);
    if (id === undefined) throw new Error(`Nothing at ${path.join(' / ')}`);
    return id;
  };

  function* below(id: string, folder: Path): Iterable<Held> {
    const nodes = [...drive.childrenOf(id)].map((child) => drive.get(child));
    // Items that others share are in no folder, so they appear at the top.
    if (folder.length === 0) {
      for (const node of drive.nodes()) if (node.parent === null) nodes.push(node);
      if (drive.sharedDrives.size > 0) yield { path: ['Shared drives'], kind: 'folder' };
      for (const shared of drive.sharedDrives.values()) {
        const path = ['Shared drives', shared.name];
        yield { path, kind: 'folder' };
        yield* below(shared.id, path);
      }
    }
    for (const node of nodes) {
      if (drive.isTrashed(node)) continue;
      const path = [...folder, node.name];
      const kind =
        node.mimeType === FOLDER
          ? 'folder'
          : exportFormats[node.mimeType]
            ? 'native'
            : isGoogleType(node.mimeType)
              ? 'link'
              : 'file';
      yield { path, kind, ...(node.content && { bytes: Buffer.concat([...node.content.read()]) }) };
      yield* below(node.id, path);
    }
  }

  return {
    idAt,
    async write(path, bytes) {
      const id = childAt(path);
      const base64 = Buffer.from(bytes).toString('base64');
      if (id !== undefined) control.write({ person, id, base64 });
      else control.add({ person, name: path.at(-1)!, parent: parentOf(path), base64 });
    },
    async mkdir(path) {
      control.add({ person, name: path.at(-1)!, parent: parentOf(path), mimeType: FOLDER });
    },
    async move(from, to) {
      const id = idAt(from);
      control.move({ person, id, parent: parentOf(to) });
      control.rename({ person, id, name: to.at(-1)! });
    },
    remove: async (path) => control.remove({ person, id: idAt(path) }),
    list: async (folder) => [...below(idAt(folder), folder)],
  };
}

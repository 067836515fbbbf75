import { createHash } from 'node:crypto';
import type { GoogleSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { choose, type Edit, type EditableCloud, type Item, textOf } from './cloud.ts';

const person = 'ada';
const folderType = 'application/vnd.google-apps.folder';

/** Google Drive: stable ids, siblings with the same name, a trash, shared drives; with oddities from the seed. */
export function driveCloud({ control, drives }: GoogleSandbox, seed: string): EditableCloud {
  const drive = drives.get(person)!;
  const trashed = new Set<string>();
  const all = () => control.list({ person });

  function apply({ what, pick, into, name, ...edit }: Edit): void {
    const items = all();
    const folders = items.filter(({ mimeType }) => mimeType === folderType).map(({ id }) => id);
    const parent = choose(['root', ...drive.sharedDrives.keys(), ...folders], into)!;
    const id = choose(items, pick)?.id;
    if (what === 'add') control.add({ person, name, parent, text: textOf({ what, pick, into, name, ...edit }) });
    else if (what === 'add folder') control.add({ person, name, parent, mimeType: folderType });
    else if (what === 'restore') {
      const back = choose([...trashed], pick);
      if (back && trashed.delete(back)) control.restore({ person, id: back });
    } else if (!id) return;
    else if (what === 'write' && !folders.includes(id))
      control.write({ person, id, text: textOf({ what, pick, into, name, ...edit }) });
    else if (what === 'rename') control.rename({ person, id, name });
    else if (what === 'move') control.move({ person, id, parent });
    else if (what === 'remove') control.remove({ person, id });
    else if (what === 'trash') {
      control.trash({ person, id });
      trashed.add(id);
    }
  }

  return {
    connect: async (who) => (await connectAccount(who, 'google-drive', person)).id,
    async clear() {
      for (const id of Array.from(drive.sharedDrives.keys())) control.leaveSharedDrive({ person, id });
      for (const node of Array.from(drive.nodes())) if (drive.find(node.id)) drive.remove(node);
      control.setOddities({ person, seed });
      for (let count = seed.length % 3; count > 0; count--) control.addSharedDrive({ person, name: `Team ${count}` });
    },
    async edit(edit) {
      try {
        apply(edit);
      } catch {}
    },
    async items() {
      const items = all();
      const byId = new Map(items.map((item) => [item.id, item]));
      const pathOf = ({ name, parent }: { name: string; parent: string | null }): string => {
        const team = drive.sharedDrives.get(parent ?? '');
        if (team) return `/Shared drives/${team.name}/${name}`;
        return `${parent === null ? '' : pathOf(byId.get(parent)!)}/${name}`;
      };
      const teams = [...drive.sharedDrives.values()].map(({ id, name }) => ({ id, path: `/Shared drives/${name}` }));
      const tops = teams.length > 0 ? [{ id: 'shared-drives', path: '/Shared drives' }, ...teams] : [];
      const made = tops.map((top): Item => ({ ...top, kind: 'folder', size: null, sha256: null }));
      const held = items.map((item): Item => {
        const { content } = drive.get(item.id);
        return {
          id: item.id,
          path: pathOf(item),
          kind: content ? 'file' : 'folder',
          size: item.size,
          sha256:
            content &&
            createHash('sha256')
              .update(Buffer.concat([...content.read()]))
              .digest('hex'),
        };
      });
      return [...made, ...held];
    },
    fail: ({ nth, times, action }) => control.fail({ path: '/drive/v3/', nth, times, action }),
    clearFaults: () => control.clearFaults(),
  };
}

import { type Nextcloud, nextcloudLogin } from '@sheaf/connectors/testing';
import type { ServedFolder } from '@sheaf/sandbox';
import type { FaultyProxy } from '../../../testing/servers/faulty-proxy.ts';
import type { EditableCloud } from './cloud.ts';
import { folderCloud } from './folder-cloud.ts';

/** Nextcloud's WebDAV: stable ids, ETags of folders that change with their content, large files in chunks. */
export function nextcloudCloud(nextcloud: Nextcloud, proxy: FaultyProxy): EditableCloud {
  const { tree, uploads } = nextcloud;
  const folder: ServedFolder = {
    root: '',
    write: async (path, bytes) => void tree.write(path, bytes),
    mkdir: async (path) => void tree.mkdir(path),
    move: async (from, to) => tree.move(from, to),
    remove: async (path) => tree.remove(path),
    list: async (path) => tree.list(path),
    stop: async () => {},
  };
  const cloud = folderCloud({ ...nextcloudLogin, url: proxy.url, stop: nextcloud.stop }, folder, proxy);
  const idAt = (path: string) => `#${tree.find(path.split('/').slice(1))!.id}`;
  return {
    ...cloud,
    async clear() {
      uploads.clear();
      await cloud.clear();
    },
    items: async () => (await cloud.items()).map((item) => ({ ...item, id: idAt(item.path) })),
    largeBytes: 10 * 1024 * 1024,
    unfinished: async () => [...(await cloud.unfinished!()), ...uploads.keys()],
  };
}

import { createHash } from 'node:crypto';
import { oddStore, type S3Sandbox } from '@sheaf/sandbox';
import { connectWithFields } from '../../../testing/sign-in/consent.ts';
import { choose, type Edit, type EditableCloud, textOf } from './cloud.ts';

export const s3Login = { bucket: 'files', accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };

/**
 * A bucket: keys for ids, no feed, folders that exist only while something is in them. Some folders are marked by an
 * object and some are not, as different programs make them. The seed chooses the quirks of several vendors.
 */
export function s3Cloud({ url, bucket, faults }: S3Sandbox, seed: string): EditableCloud {
  const folders = () => {
    const all = bucket.keys().flatMap((key) => [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1)));
    return [...new Set(all)];
  };
  const items = () => [...folders(), ...bucket.keys().filter((key) => !key.endsWith('/'))].sort();

  function rename(from: string, to: string): void {
    for (const key of bucket.keys().filter((one) => one === from || (from.endsWith('/') && one.startsWith(from)))) {
      bucket.write(to + key.slice(from.length), bucket.get(key)!.bytes);
      bucket.delete(key);
    }
  }

  function apply(edit: Edit): void {
    const { what, pick, into, name } = edit;
    const all = items();
    const parent = choose(['', ...folders()], into)!;
    const item = choose(all, pick);
    const free = (key: string) => !all.includes(key) && !all.includes(`${key}/`);
    if (what === 'add') {
      if (free(parent + name)) bucket.write(parent + name, Buffer.from(textOf(edit)));
    } else if (what === 'add folder') {
      // An unmarked folder exists by the first file in it.
      if (free(parent + name)) bucket.write(`${parent}${name}/${pick % 2 ? '' : 'first'}`, Buffer.alloc(0));
    } else if (!item) return;
    else if (what === 'write') {
      if (!item.endsWith('/')) bucket.write(item, Buffer.from(textOf(edit)));
    } else if (what === 'rename' || what === 'move') {
      const [, above = '', own = ''] = /^(.*?)([^/]+\/?)$/.exec(item) ?? [];
      const target = what === 'move' ? parent + own : above + name + (item.endsWith('/') ? '/' : '');
      if (!`${target}/`.startsWith(item) && free(target.replace(/\/$/, ''))) rename(item, target);
    } else if (what === 'remove' || what === 'trash') {
      for (const key of bucket.keys())
        if (key === item || (item.endsWith('/') && key.startsWith(item))) bucket.delete(key);
    }
  }

  return {
    connect: (who) =>
      connectWithFields(who, 's3', { ...s3Login, endpoint: url, region: '', prefix: '', pathStyle: '' }),
    async clear() {
      for (const key of bucket.keys()) bucket.delete(key);
      bucket.quirks = { pageSize: 5, ...oddStore(seed) };
    },
    edit: async (edit) => apply(edit),
    items: async () =>
      items().map((key) => {
        const bytes = key.endsWith('/') ? null : bucket.get(key)!.bytes;
        return {
          id: null,
          path: `/${key.replace(/\/$/, '')}`,
          kind: bytes ? 'file' : 'folder',
          size: bytes?.length ?? null,
          sha256: bytes && createHash('sha256').update(bytes).digest('hex'),
        };
      }),
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
  };
}

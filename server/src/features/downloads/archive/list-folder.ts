import { type ArchiveEntry as Answer, archiveKind, documentType, type Pagination } from '@sheaf/contract';
import { offsetOf, type PageOf } from '../../../db/paging.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { ArchiveEntry } from '../../../platform/archives/index.ts';
import type { Services } from '../../../services.ts';
import { signedPath } from '../../storage/index.ts';
import { findFile } from '../stored-file.queries.ts';
import { archiveOf } from './archive-file.ts';
import { listingOf } from './listings.ts';
import { saveProblem } from './save-entry.ts';

/** A direct child of a folder. A folder that exists only in the paths of other entries has no entry of its own. */
interface Child {
  name: string;
  path: string;
  isFolder: boolean;
  entry: ArchiveEntry | null;
  /** The index of the entry in the listing. */
  place: number;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export async function listArchiveFolder(
  services: Services,
  viewer: Member,
  id: string,
  { page, per_page, path = '' }: PageOf & { path?: string },
): Promise<{ data: Answer[]; pagination: Pagination }> {
  const file = await findFile(services.db, { userId: viewer.id, credentialId: viewer.credential.id }, id);
  if (file?.organization_id !== viewer.membership.organizationId) throw notFound('This document');
  const archive = archiveOf(services, file);
  if (!archive)
    throw new AppError(
      'conflict',
      archiveKind(file.name) === null
        ? 'This isn’t an archive.'
        : 'What’s in this archive can’t be listed. Download it to open it on your device.',
    );
  const children = childrenOf(await listingOf(services, viewer.id, archive), path);
  if (children.length === 0 && path !== '') throw notFound('This folder');
  const offset = offsetOf({ page, per_page });
  return {
    data: children.slice(offset, offset + per_page).map(({ name, path: childPath, isFolder, entry, place }) => ({
      id: `${isFolder ? 'folder' : 'file'} ${place}`,
      name,
      path: childPath,
      type: isFolder ? 'folder' : documentType(name, null),
      size: isFolder ? null : (entry?.size ?? null),
      updated_at: entry?.modifiedAt?.toISOString() ?? null,
      local_path:
        isFolder || entry?.problem
          ? null
          : signedPath(services.keys, 'archive-entries', id, viewer, `${place}.${archive.version}`),
      problem: isFolder ? null : (entry?.problem ?? null),
      save_problem: isFolder || !entry ? null : saveProblem(entry, viewer.membership.role),
    })),
    pagination: { currentPage: page, perPage: per_page, total: children.length },
  };
}

/** Folders first. Names may repeat, since archives allow that. */
function childrenOf(entries: readonly ArchiveEntry[], path: string): Child[] {
  const prefix = path === '' ? '' : `${path}/`;
  const folders = new Map<string, Child>();
  const files: Child[] = [];
  for (const [place, entry] of entries.entries()) {
    if (!entry.path.startsWith(prefix) || entry.path === path) continue;
    const [name = '', ...rest] = entry.path.slice(prefix.length).split('/', 2);
    const isItself = rest.length === 0;
    const child = { name, path: prefix + name, entry: isItself ? entry : null, place };
    if (isItself && entry.kind === 'file') files.push({ ...child, isFolder: false });
    else if (isItself || !folders.has(name)) folders.set(name, { ...child, isFolder: true });
  }
  const sorted = (children: Child[]) => children.sort((a, b) => byName.compare(a.name, b.name) || a.place - b.place);
  return [...sorted([...folders.values()]), ...sorted(files)];
}

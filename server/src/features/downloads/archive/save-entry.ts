import { extensionOf, limits, may, type Role } from '@sheaf/contract';
import { AppError, notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { type ArchiveEntry, openEntry } from '../../../platform/archives/index.ts';
import { throttle } from '../../../platform/limits/index.ts';
import { createTurns } from '../../../platform/turns/turns.ts';
import type { Services } from '../../../services.ts';
import { auditOnce } from '../../audit/index.ts';
import { addToMyFiles } from '../../my-files/index.ts';
import { findFile } from '../stored-file.queries.ts';
import { namesOfFolder } from '../zip-names.ts';
import { archiveOf } from './archive-file.ts';
import { asAnswer, listingOf } from './listings.ts';

/** Each save unpacks and writes up to half a gigabyte. */
const saving = createTurns({ total: 2, perKey: 1, waitingPerKey: 8, waiting: 100 });
const maxName = 200;

interface Wanted {
  /** The index in the listing. The path is needed too, since the archive may have changed. */
  entry: string;
  path: string;
}

/** Saves one file of an archive to the viewer’s My files. */
export async function saveEntry(
  services: Services,
  viewer: Member,
  id: string,
  wanted: Wanted,
): Promise<{ id: string; name: string }> {
  const { db } = services;
  await throttle(
    db,
    `uploads ${viewer.id}`,
    { times: limits.uploadsPerMinute, seconds: 60 },
    'Too many uploads at once. Try again in a moment.',
  );
  const file = await findFile(db, { userId: viewer.id, credentialId: viewer.credential.id }, id);
  if (file?.organization_id !== viewer.membership.organizationId) throw notFound('This document');
  const archive = archiveOf(services, file);
  const [, place] = /^file (\d+)$/.exec(wanted.entry) ?? [];
  const entry = archive && place ? (await listingOf(services, viewer.id, archive))[Number(place)] : undefined;
  if (!archive || entry?.kind !== 'file' || entry.path !== wanted.path) throw notFound('This file');
  const problem = saveProblem(entry, viewer.membership.role);
  if (problem) throw new AppError('conflict', problem);
  const name = nameOf(entry.path);
  const leave = await saving.take(viewer.id);
  try {
    const saved = await addToMyFiles(services, viewer, {
      name,
      mimeType: null,
      modifiedAt: entry.modifiedAt,
      size: entry.size,
      open: () => openEntry(archive.kind, archive.source, entry),
    }).catch(asAnswer);
    const object = { kind: 'document' as const, id, name: file.name };
    await auditOnce(services, file.organization_id, viewer, { action: 'downloaded', object });
    return saved;
  } finally {
    leave();
  }
}

/** Makes a valid file name, since archives may contain any name. */
function nameOf(path: string): string {
  const name = namesOfFolder()(path.split('/').at(-1)!.normalize('NFC'));
  if (name.length <= maxName) return name;
  const extension = extensionOf(name).slice(0, 20);
  const stem = name.slice(0, maxName - extension.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return stem + (extension && `.${extension}`);
}

/** The file is unpacked and stored while the person waits. */
const maxBytes = 512 * 1024 ** 2;

/** Returns why a person can’t save a file of an archive to My files, or null if they can. */
export function saveProblem({ size, problem }: Pick<ArchiveEntry, 'size' | 'problem'>, role: Role): string | null {
  if (!may(role, 'sources.own')) return 'Guests can’t save files to My files.';
  if (problem) return problem;
  return size > maxBytes
    ? `Files of up to ${maxBytes / 1024 ** 2} MB can be saved from an archive. Download it instead.`
    : null;
}

import type { Readable } from 'node:stream';
import { fileType } from '../../../http/files/file-type.ts';
import type { StreamAnswer } from '../../../http/files/send-file.ts';
import { openEntry } from '../../../platform/archives/index.ts';
import type { Services } from '../../../services.ts';
import type { StoredFile } from '../stored-file.queries.ts';
import { archiveOf } from './archive-file.ts';
import { asAnswer, listingOf } from './listings.ts';

interface Asked {
  userId: string;
  /** The place of the entry in the listing, and the content that this is of. */
  version: string;
  save: boolean;
  /** Nobody wants the bytes. */
  isHead: boolean;
}

/** One file out of an archive; null where it isn't there any more. */
export async function entryAnswer(services: Services, file: StoredFile, asked: Asked): Promise<StreamAnswer | null> {
  const archive = archiveOf(services, file);
  const [place, version] = asked.version.split('.');
  if (!archive || archive.version !== version) return null;
  const entry = (await listingOf(services, asked.userId, archive))[Number(place)];
  if (entry?.kind !== 'file' || entry.problem) return null;
  const name = entry.path.split('/').at(-1)!;
  // The first bytes are read before anything is sent, so that what fails at once is answered with a message.
  const body = asked.isHead
    ? null
    : await openEntry(archive.kind, archive.source, entry).then(withBeginning).catch(asAnswer);
  return {
    name,
    type: fileType(name, null),
    size: entry.size,
    save: asked.save,
    cacheControl: 'private, no-cache',
    open: () => body!,
  };
}

const withBeginning = (body: Readable): Promise<Readable> =>
  new Promise((resolve, reject) => {
    body.once('readable', () => resolve(body)).once('error', reject);
  });

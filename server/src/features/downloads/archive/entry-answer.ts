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
  /** The index of the entry in the listing, and the version of the content. */
  version: string;
  save: boolean;
  /** Whether only headers are requested. */
  isHead: boolean;
}

/** Sends one file of an archive; returns null if it is no longer there. */
export async function entryAnswer(services: Services, file: StoredFile, asked: Asked): Promise<StreamAnswer | null> {
  const archive = archiveOf(services, file);
  const [place, version] = asked.version.split('.');
  if (!archive || archive.version !== version) return null;
  const entry = (await listingOf(services, asked.userId, archive))[Number(place)];
  if (entry?.kind !== 'file' || entry.problem) return null;
  const name = entry.path.split('/').at(-1)!;
  // Reads the first bytes before sending anything, so that an immediate failure gets an error message.
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

import type { BlobAnswer } from '../../../http/files/send-file.ts';
import type { Services } from '../../../services.ts';
import { renditionKey } from '../../storage/index.ts';
import type { StoredFile } from '../stored-file.queries.ts';
import { findRendition } from './renditions.queries.ts';

type Shown = Pick<StoredFile, 'organization_id' | 'name' | 'content' | 'sha256' | 'modified_at'>;

/** The PDF made from a file; null if there is none, or none for these bytes. */
export async function renditionAnswer({ db }: Services, file: Shown, version: string): Promise<BlobAnswer | null> {
  const { organization_id, sha256 } = file;
  if (file.content !== 'stored' || sha256?.toString('hex', 0, 8) !== version) return null;
  const found = await findRendition(db, { organization_id, sha256 });
  if (found?.state !== 'ready' || found.size === null) return null;
  return {
    name: `${file.name}.pdf`,
    type: { mime: 'application/pdf', inline: true },
    size: found.size,
    save: false,
    cacheControl: 'private, no-cache',
    key: renditionKey(organization_id, sha256),
    etag: `"rendition-${sha256.toString('hex')}"`,
    modifiedAt: file.modified_at,
  };
}

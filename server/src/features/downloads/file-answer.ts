import { AppError, notFound } from '../../errors.ts';
import { exportedName, type FileType, fileType, savedExportType } from '../../http/files/file-type.ts';
import type { BlobAnswer } from '../../http/files/send-file.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { auditOnce } from '../audit/index.ts';
import { noteUse } from '../documents/index.ts';
import { contentKey } from '../storage/index.ts';
import { findFile, type StoredFile } from './stored-file.queries.ts';

/** The name of a download. An export has the extension of its format. */
export const downloadName = ({ name, kind, exported_as }: Pick<StoredFile, 'name' | 'kind' | 'exported_as'>): string =>
  kind === 'native' && exported_as ? exportedName(name, exported_as) : name;

/** What is needed to send the bytes of a document. The caller has checked access. */
type Sendable = Pick<
  StoredFile,
  'organization_id' | 'name' | 'kind' | 'mime_type' | 'exported_as' | 'sha256' | 'stored_size' | 'modified_at'
>;

function typeOf({ kind, exported_as, mime_type }: Sendable, name: string, save: boolean): FileType {
  if (kind !== 'native') return fileType(name, mime_type);
  return exported_as && save ? savedExportType(name, exported_as) : fileType(name, exported_as);
}

/** The answer with the bytes of a document; null if it has none. */
export function fileAnswer(file: Sendable, save: boolean): BlobAnswer | null {
  if (!file.sha256 || file.stored_size === null) return null;
  const name = downloadName(file);
  return {
    name,
    type: typeOf(file, name, save),
    size: file.stored_size,
    save,
    // Browsers must revalidate each time, so that access ends with the link. Unchanged bytes are not sent again.
    cacheControl: 'private, no-cache',
    key: contentKey(file.organization_id, file.sha256),
    etag: `"${file.sha256.toString('hex')}"`,
    modifiedAt: file.modified_at,
  };
}

/** Sends the same bytes to a client with a session or an API key. */
export async function downloadDocument(services: Services, viewer: Member, id: string): Promise<BlobAnswer> {
  const { db } = services;
  const file = await findFile(db, { userId: viewer.id, credentialId: viewer.credential.id }, id);
  if (file?.organization_id !== viewer.membership.organizationId) throw notFound('This document');
  if (file.kind === 'folder') throw new AppError('conflict', 'This is a folder. Download it as a zip.');
  const answer = file.content === 'stored' ? fileAnswer(file, true) : null;
  if (!answer) throw new AppError('conflict', 'This document’s contents aren’t in Sheaf yet.');
  await noteUse(db, viewer, [id], 'downloaded');
  const object = { kind: 'document' as const, id, name: file.name };
  await auditOnce(services, file.organization_id, viewer, { action: 'downloaded', object });
  return answer;
}

import { type ArchiveKind, archiveKind } from '@sheaf/contract';
import type { ArchiveSource } from '../../../platform/archives/index.ts';
import type { Services } from '../../../services.ts';
import { contentKey } from '../../storage/index.ts';
import type { StoredFile } from '../stored-file.queries.ts';

export interface ArchiveFile {
  kind: ArchiveKind;
  source: ArchiveSource;
  /** The version of the content that paths of entries refer to. */
  version: string;
}

/** Returns null if the file isn't an archive that can be listed, or has no bytes here. */
export function archiveOf({ blobs }: Services, file: StoredFile): ArchiveFile | null {
  const kind = file.kind === 'file' ? archiveKind(file.name) : null;
  if (!kind || kind === 'other' || file.content !== 'stored' || !file.sha256 || !file.stored_size) return null;
  const key = contentKey(file.organization_id, file.sha256);
  return { kind, source: { blobs, key, size: file.stored_size }, version: file.sha256.toString('hex') };
}

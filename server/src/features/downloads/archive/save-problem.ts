import { may, type Role } from '@sheaf/contract';
import type { ArchiveEntry } from '../../../platform/archives/index.ts';

/** It is unpacked and stored while the person waits. */
const maxBytes = 512 * 1024 ** 2;

/** Why somebody can’t save a file of an archive to My files; null where they can. */
export function saveProblem({ size, problem }: Pick<ArchiveEntry, 'size' | 'problem'>, role: Role): string | null {
  if (!may(role, 'sources.own')) return 'Guests can’t save files to My files.';
  if (problem) return problem;
  return size > maxBytes
    ? `Files of up to ${maxBytes / 1024 ** 2} MB can be saved from an archive. Download it instead.`
    : null;
}

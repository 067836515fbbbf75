import { hash } from 'node:crypto';
import type { Checkpoint, RemoteId } from '../session.ts';

/** The position of a walk: everything up to and including the folder at the end of the path has been reported. */
export interface WalkCheckpoint {
  /** Keys, from the root to the folder. */
  path: readonly string[];
  /** Within a folder too large for one batch: the key of the last item reported. */
  after: string | null;
}

/**
 * The maximum number of levels below a root. Keys have a fixed length, so the checkpoint stays below 16 KiB. It also
 * ends loops.
 */
export const maxDepth = 512;

const version = 'w1';

/** Replaces an id for sorting and in checkpoints: ids may be complete paths, keys have 16 characters. */
export const keyOf = (id: RemoteId): string => hash('sha256', id, 'buffer').subarray(0, 12).toString('base64url');

export const formatCheckpoint = ({ path, after }: WalkCheckpoint): Checkpoint =>
  [version, path.join('/'), after ?? ''].join(':') as Checkpoint;

/** Returns null (start again) also for a checkpoint of another version. */
export function parseCheckpoint(checkpoint: Checkpoint | null): WalkCheckpoint | null {
  const [wrote, path, after] = checkpoint?.split(':') ?? [];
  if (wrote !== version || !path) return null;
  return { path: path.split('/'), after: after || null };
}

import { hash } from 'node:crypto';
import type { Checkpoint, RemoteId } from './session.ts';

/** How far a walk came: everything up to and with the folder at the end of the path has been told. */
export interface Place {
  /** Keys, from the root to the folder. */
  path: readonly string[];
  /** Within a folder too large for one batch: the key of its last item told. */
  after: string | null;
}

/** Of levels below a root. With keys of a fixed length the checkpoint stays below its 16 KiB; loops end here as well. */
export const deepest = 512;

const version = 'w1';

/** Stands for an id in order and in checkpoints: ids may be whole paths, keys have 16 characters. */
export const keyOf = (id: RemoteId): string => hash('sha256', id, 'buffer').subarray(0, 12).toString('base64url');

export const checkpointAt = ({ path, after }: Place): Checkpoint =>
  [version, path.join('/'), after ?? ''].join(':') as Checkpoint;

/** Null, which begins anew, also for what another version wrote. */
export function placeOf(checkpoint: Checkpoint | null): Place | null {
  const [wrote, path, after] = checkpoint?.split(':') ?? [];
  if (wrote !== version || !path) return null;
  return { path: path.split('/'), after: after || null };
}

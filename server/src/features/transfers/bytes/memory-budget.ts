import { createTurns } from '../../../platform/turns.ts';

/** Bytes that all transfers of this process share: whoever needs more than is left waits, and workspaces take turns. */
export const memory = createTurns({ total: 48 * 1024 * 1024 });

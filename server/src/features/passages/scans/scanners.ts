import { join } from 'node:path';
import { createProcessPool, type PoolLimits, type ProcessPool } from '../../../platform/processes/process-pool.ts';
import type { Answer, Task } from '../ocr/task.ts';

export type Scanners = ProcessPool<Task, Answer>;

/**
 * A page takes 300 MB with one language, and 2 to 10 seconds of an idle processor, so much longer on a busy machine.
 * The limits are for each page.
 */
const usual: PoolLimits = { processes: 1, seconds: 180, megabytes: 1_000, idleSeconds: 30 };

export const createScanners = (change: Partial<PoolLimits> = {}): Scanners =>
  createProcessPool(join(import.meta.dirname, '../ocr/process.ts'), { ...usual, ...change });

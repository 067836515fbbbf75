import { join } from 'node:path';
import { createProcessPool, type PoolLimits, type ProcessPool } from '../../../platform/process-pool.ts';
import type { Answer, Task } from '../ocr/task.ts';

export type Scanners = ProcessPool<Task, Answer>;

/**
 * A page takes 2 to 10 seconds of a processor that nobody else wants, so on a busy machine much longer, and 300 MB with
 * one language. The limits are for each page.
 */
const usual: PoolLimits = { processes: 1, seconds: 180, megabytes: 1_000, idleSeconds: 30 };

export const createScanners = (change: Partial<PoolLimits> = {}): Scanners =>
  createProcessPool(join(import.meta.dirname, '../ocr/process.ts'), { ...usual, ...change });

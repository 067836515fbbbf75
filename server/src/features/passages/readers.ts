import { join } from 'node:path';
import {
  type Ask,
  createProcessPool,
  type PoolLimits,
  type ProcessPool,
} from '../../platform/processes/process-pool.ts';
import type { Answer, Task } from './text/task.ts';

export type Read = Ask<Task, Answer>;
export type Readers = ProcessPool<Task, Answer>;

/**
 * A book of 1,000 pages takes 10 seconds of an idle processor; a PDF of 64 MB or a workbook of a million cells may need
 * 512 MB. Two at a time, as with thumbnails, so that neither slows down what people wait for.
 */
const usual: PoolLimits = { processes: 2, seconds: 30, megabytes: 512, idleSeconds: 30 };

export const createReaders = (change: Partial<PoolLimits> = {}): Readers =>
  createProcessPool(join(import.meta.dirname, 'text/process.ts'), { ...usual, ...change });

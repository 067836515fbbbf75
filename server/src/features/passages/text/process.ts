import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadHeapMegabytes } from './task.ts';

/**
 * The process that opens files of strangers. It has neither our secrets nor our memory, works when nobody else wants
 * the processor, and may die of what it opens. It reads in a thread, so that it can end when whoever started it has ended,
 * even in the middle of a file that has no end.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const thread = new Worker(new URL('thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytes },
});
thread.on('message', (answer) => process.send?.(answer));
thread.on('error', () => process.exit(1));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
process.on('message', (task) => thread.postMessage(task));
process.on('disconnect', () => process.exit());

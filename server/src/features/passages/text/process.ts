import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadHeapMegabytes } from './task.ts';

/**
 * The process that opens strangers' files. It has neither secrets nor memory of the server, runs at low priority, and
 * may crash on what it opens. It reads in a thread, so that it can exit when its parent process has, even in the middle
 * of an endless file.
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

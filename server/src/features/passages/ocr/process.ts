import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The process that reads pictures of strangers: as the one of text/process.ts, but only when there is nothing else at all
 * that wants the processor. What it loads is large, so it is not part of that one.
 */
setPriority(constants.priority.PRIORITY_LOW);
const thread = new Worker(new URL('thread.ts', import.meta.url));
thread.on('message', (answer) => process.send?.(answer));
thread.on('error', () => process.exit(1));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
process.on('message', (task) => thread.postMessage(task));
process.on('disconnect', () => process.exit());

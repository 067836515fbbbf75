import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The process that reads strangers' pictures: like text/process.ts, but at the lowest priority. It is separate because
 * what it loads is large.
 */
setPriority(constants.priority.PRIORITY_LOW);
const thread = new Worker(new URL('thread.ts', import.meta.url));
thread.on('message', (answer) => process.send?.(answer));
thread.on('error', () => process.exit(1));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
process.on('message', (task) => thread.postMessage(task));
process.on('disconnect', () => process.exit());

import { parentPort } from 'node:worker_threads';
import { embedPassages } from './embed-passages.ts';
import { readContent } from './read-content.ts';
import type { Task } from './task.ts';

/** The thread in which the process reads; see process.ts. */
parentPort!.on('message', async (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await embedPassages(await readContent(task)));
});

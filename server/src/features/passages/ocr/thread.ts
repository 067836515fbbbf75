import { parentPort } from 'node:worker_threads';
import { embedPassages } from '../text/embed-passages.ts';
import { inheritLanguage } from '../text/language.ts';
import { passagesOf } from '../text/passages.ts';
import { type Pieces, Unreadable } from '../text/piece.ts';
import { maxPassages, type Passage } from '../text/task.ts';
import { openScan } from './open-scan.ts';
import { drawPage } from './pdf-pages.ts';
import { preparePicture } from './picture.ts';
import { recognize } from './recognize.ts';
import type { Answer, Task } from './task.ts';

/** The thread in which the process reads; see process.ts. */
parentPort!.on('message', async (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(await answerTo(task));
});

async function answerTo(task: Task): Promise<Answer> {
  try {
    if (task.do === 'open') return await openScan(task.file);
    if (task.do === 'passages') return await embedPassages(await passagesIn(task.pieces));
    const { file, page, languages } = task;
    return {
      text: await recognize(page === null ? await preparePicture(file) : await drawPage(file, page), languages),
    };
  } catch (error) {
    return { unreadable: error instanceof Unreadable ? error.message : 'This file is damaged.' };
  }
}

async function passagesIn(pieces: Pieces): Promise<{ passages: Passage[]; isCut: boolean }> {
  const passages: Passage[] = [];
  for await (const passage of passagesOf(pieces)) {
    if (passages.length === maxPassages) return { passages: inheritLanguage(passages), isCut: true };
    passages.push(passage);
  }
  return { passages: inheritLanguage(passages), isCut: false };
}

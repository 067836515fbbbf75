import { constants, setPriority } from 'node:os';
import { drawImage } from './image.ts';
import { drawPdf } from './pdf.ts';
import type { Drawn, Pictured, Task } from './task.ts';
import { drawVideo } from './video.ts';

/**
 * The process that opens files of strangers. It has neither our secrets nor our memory, runs at low priority, and may
 * crash.
 */
const draw: Record<Pictured, (file: string) => Promise<Uint8Array>> = {
  image: drawImage,
  pdf: drawPdf,
  video: drawVideo,
};

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', async ({ kind, file }: Task) => {
  const webp = await draw[kind](file).catch(() => null);
  process.send?.({ webp } satisfies Drawn);
});
process.on('disconnect', () => process.exit());

import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from '../../platform/processes/thread.ts';
import { type LoadedModel, type LoadOptions, loadModel } from './model.ts';

/** The thread that runs the model: see local-model.ts. */
export interface EmbedRequest extends ThreadRequest {
  texts: readonly string[];
  as: 'question' | 'passage';
}

export interface EmbedAnswer extends ThreadAnswer {
  vectors?: Float32Array[];
  fingerprint?: string;
}

let loading: Promise<LoadedModel> | undefined;

parentPort!.on('message', async (request: EmbedRequest | null) => {
  // Ends this thread only.
  if (request === null) process.exit();
  const { id, texts, as } = request;
  const answer: EmbedAnswer = { id };
  try {
    loading ??= loadModel(workerData as LoadOptions);
    const { fingerprint, embed } = await loading;
    answer.fingerprint = fingerprint;
    answer.vectors = await embed(texts, as);
  } catch (error) {
    answer.error = { message: (error as Error).message, code: (error as Error).name };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(answer);
});

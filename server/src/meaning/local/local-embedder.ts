import { anchoredEmbedder } from '../anchored-embedder.ts';
import type { Embedder } from '../embedder.ts';
import { createLocalModel } from './local-model.ts';
import type { LoadOptions } from './model.ts';
import { readModelFolder } from './model-folder.ts';
import { findRuntime } from './runtime.ts';

/** Raised when vectors of the same model would come out differently. */
const version = 1;

/**
 * A language model on this machine, in a thread of this process. It is loaded at once, so that problems are known at
 * the start of Sheaf: they throw a `ModelProblem`.
 */
export async function openLocalEmbedder(
  options: Omit<LoadOptions, 'runtime'>,
): Promise<{ embedder: Embedder; end(): Promise<void> }> {
  const model = createLocalModel({ ...options, runtime: await runtimeFor(options) });
  try {
    const embedder = anchoredEmbedder(`local:${version}:${await model.fingerprint()}`, model.embed);
    // So that its clusters are known before the first request.
    embedder.embed([], new AbortController().signal).catch(() => {});
    return { embedder, end: model.end };
  } catch (error) {
    await model.end();
    throw error;
  }
}

/** Problems of the folder are reported first. */
async function runtimeFor({ folder, overrides }: Omit<LoadOptions, 'runtime'>): Promise<string> {
  try {
    return findRuntime(folder);
  } catch (error) {
    await readModelFolder(folder, overrides);
    throw error;
  }
}

import { createThread } from '../../platform/processes/thread.ts';
import { EmbeddingsUnavailable, type Purpose } from '../embedder.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { LoadOptions } from './model.ts';
import { ModelProblem } from './model-problem.ts';
import type { EmbedAnswer, EmbedRequest } from './thread.ts';

/** Texts that the model gets at once: an urgent request waits for one such piece at most. */
const piece = 4;
/** The limit of waiting pieces; requests beyond it fail, because they would wait too long. */
const maxWaiting = 400;

interface Piece {
  texts: readonly string[];
  as: 'question' | 'passage';
  signal: AbortSignal;
  done: PromiseWithResolvers<Float32Array[]>;
}

export interface LocalModel {
  /** Loads the model and returns its identity. Throws a `ModelProblem` if it can't be used. */
  fingerprint(): Promise<string>;
  embed(texts: readonly string[], signal: AbortSignal, purpose?: Purpose): Promise<Float32Array[]>;
  end(): Promise<void>;
}

/** A model in a thread, which works on one piece at a time: urgent ones first, otherwise in order. */
export function createLocalModel(options: LoadOptions): LocalModel {
  const thread = createThread<EmbedRequest, EmbedAnswer>(new URL('./thread.ts', import.meta.url), {
    workerData: options,
    // For its tokenizer: one with 250,000 entries takes 300 MB. The model itself is outside of this heap.
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const waiting: { urgent: Piece[]; later: Piece[] } = { urgent: [], later: [] };
  let [isWorking, isEnded, asked] = [false, false, 0];

  function ask(texts: readonly string[], as: Piece['as']): Promise<EmbedAnswer> {
    asked += 1;
    return thread.ask({ id: asked, texts, as });
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = take(); next; next = take())
      await ask(next.texts, next.as).then(
        ({ vectors }) => next.done.resolve(vectors!),
        (error: Error) => next.done.reject(new EmbeddingsUnavailable(`The embedding model failed: ${error.message}`)),
      );
    isWorking = false;
  }

  function take(): Piece | undefined {
    for (
      let next = waiting.urgent.shift() ?? waiting.later.shift();
      next;
      next = waiting.urgent.shift() ?? waiting.later.shift()
    ) {
      if (!next.signal.aborted && !isEnded) return next;
      next.done.reject(isEnded ? new EmbeddingsUnavailable('The embedding model was ended.') : next.signal.reason);
    }
    return undefined;
  }

  return {
    async fingerprint() {
      const { fingerprint } = await ask([], 'passage').catch(({ message }: Error) => {
        throw new ModelProblem(message);
      });
      return fingerprint!;
    },
    async embed(texts, signal, { as = 'passage', isUrgent = false } = {}) {
      signal.throwIfAborted();
      const queue = isUrgent ? waiting.urgent : waiting.later;
      const count = Math.ceil(texts.length / piece);
      if (queue.length + count > maxWaiting) throw new EmbeddingsUnavailable('The embedding model has too much to do.');
      const pieces = Array.from({ length: count }, (_, index): Piece => {
        const some = texts.slice(index * piece, (index + 1) * piece);
        return { texts: some, as, signal, done: Promise.withResolvers() };
      });
      queue.push(...pieces);
      void work();
      return unlessAborted(
        Promise.all(pieces.map(({ done }) => done.promise)).then((vectors) => vectors.flat()),
        signal,
      );
    },
    async end() {
      isEnded = true;
      await thread.endItself();
    },
  };
}

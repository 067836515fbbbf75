import { type Embedding, EmbeddingsUnavailable } from '../../../meaning/index.ts';
import type { Services } from '../../../services.ts';
import { type EmbeddedPassage, recordEmbeddings } from '../../passages/index.ts';
import { passageId } from '../results/passages-of-page.ts';

/** A passage without an embedding of the current embedder. */
export interface Unembedded extends EmbeddedPassage {
  body: string;
  language: string | null;
}

/** The most promising passages of a question: the answer is hardly ever among the others. */
const maxLate = 40;
/** A question is answered with the embeddings there are by then. */
const budgetMs = 1_500;
/** A few texts at a time, so that those embedded before time is up are kept. */
const batch = 4;

/**
 * Embeds passages while a question waits, because they came too late or before the model did; as many as there is time
 * for, the first ones first. Records the embeddings for the next time and returns them by passage id.
 */
export async function lateVectors(
  { db, embedder, log }: Services,
  passages: readonly Unembedded[],
): Promise<Map<string, Embedding>> {
  const found = new Map<string, Embedding>();
  // Our own table embeds passages when they are read.
  if (!embedder.isModel) return found;
  const wanted = passages.filter(({ language }) => embedder.canEmbed(language)).slice(0, maxLate);
  const known = new Map<Unembedded, Embedding | null>();
  const signal = AbortSignal.timeout(budgetMs);
  const batches = Array.from({ length: Math.ceil(wanted.length / batch) }, (_, at) =>
    wanted.slice(at * batch, (at + 1) * batch),
  );
  const outcomes = await Promise.allSettled(
    batches.map(async (some) => {
      const embedded = await embedder.embed(
        some.map(({ body }) => body),
        signal,
        { isUrgent: true },
      );
      for (const [at, embedding] of embedded.entries()) {
        known.set(some[at]!, embedding);
        if (embedding) found.set(passageId(some[at]!), embedding);
      }
    }),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !isExpected(outcome.reason)) throw outcome.reason;
  if (known.size > 0)
    await recordEmbeddings(db, embedder, [...known.keys()], known).catch((error: unknown) =>
      log.warn({ err: error }, 'embeddings of passages could not be recorded'),
    );
  return found;
}

const isExpected = (error: unknown): boolean =>
  error instanceof EmbeddingsUnavailable || (error instanceof Error && error.name === 'TimeoutError');

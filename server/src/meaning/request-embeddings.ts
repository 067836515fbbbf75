import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { EmbeddingsUnavailable } from './embedder.ts';

/** A server that speaks OpenAI's protocol: /embeddings below an address such as http://localhost:11434/v1. */
export interface Endpoint {
  url: string;
  model: string;
  apiKey: string | undefined;
}

export interface Patience {
  /** The limit of each attempt. */
  timeoutMs: number;
  tries: number;
  /**
   * The pause before the second attempt; doubled before each further one, unless the endpoint says how long to wait.
   */
  firstPauseMs: number;
}

const usual: Patience = { timeoutMs: 30_000, tries: 4, firstPauseMs: 1_000 };
const maxPauseMs = 30_000;
/** Enough for 64 vectors of 8,192 numbers with all their digits. */
const maxBytes = 16 * 1024 * 1024;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(8).max(8_192) })),
});

/** Returns one vector per text, in the same order. Temporary failures are retried. */
export async function requestEmbeddings(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
  change: Partial<Patience> = {},
): Promise<number[][]> {
  const patience = { ...usual, ...change };
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(endpoint, texts, AbortSignal.any([signal, AbortSignal.timeout(patience.timeoutMs)]));
    if ('vectors' in outcome) return outcome.vectors;
    signal.throwIfAborted();
    if (!outcome.isTemporary || tries >= patience.tries)
      throw new EmbeddingsUnavailable(`The embeddings endpoint ${outcome.problem}.`);
    const wait = outcome.waitMs ?? patience.firstPauseMs * 2 ** (tries - 1);
    await pause(Math.min(wait, maxPauseMs), undefined, { signal });
  }
}

type Outcome = { vectors: number[][] } | { problem: string; isTemporary: boolean; waitMs?: number | undefined };

async function attempt(endpoint: Endpoint, texts: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const { url, model, apiKey } = endpoint;
  try {
    const response = await fetch(`${url}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      // The key is for this address only.
      redirect: 'error',
      signal,
    });
    if (response.ok) return vectorsOf(await readBounded(response), texts.length);
    await response.body?.cancel();
    return {
      problem: `answered ${response.status}`,
      isTemporary: response.status === 408 || response.status === 429 || response.status >= 500,
      waitMs: retryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { problem: isTimeout ? 'took too long' : 'could not be reached', isTemporary: true };
  }
}

function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A wrong answer stays wrong, so it is not retried. */
function vectorsOf(text: string | undefined, expected: number): Outcome {
  const wrong = (problem: string): Outcome => ({ problem, isTemporary: false });
  if (text === undefined) return wrong('sent more than it may');
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) return wrong('sent something other than embeddings');
  const vectors: number[][] = [];
  for (const { index, embedding } of parsed.data.data) vectors[index] = embedding;
  if (vectors.length !== expected || !Array.from(vectors).every(Boolean))
    return wrong(`sent ${parsed.data.data.length} embeddings for ${expected} texts`);
  if (vectors.some(({ length }) => length !== vectors[0]!.length)) return wrong('sent embeddings of different sizes');
  return { vectors };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

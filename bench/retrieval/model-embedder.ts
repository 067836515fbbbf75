import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { anchoredEmbedder } from '../../server/src/meaning/anchored-embedder.ts';
import type { Embedder } from '../../server/src/meaning/index.ts';
import { openEmbedder } from '../../server/src/meaning/index.ts';
import { createLocalModel } from '../../server/src/meaning/local/local-model.ts';
import { findRuntime } from '../../server/src/meaning/local/runtime.ts';

/**
 * What `--model folder` names: a language model on this machine, whose vectors are kept for the next run; the table of words
 * without it.
 */
export async function chosenEmbedder(): Promise<{ embedder: Embedder; keep(): void }> {
  const at = process.argv.indexOf('--model');
  if (at === -1) return { ...(await openEmbedder(undefined)), keep: () => {} };
  const folder = resolve(process.argv[at + 1]!);
  const model = createLocalModel({ folder, runtime: findRuntime(folder), threads: 1, overrides: {} });
  const fingerprint = await model.fingerprint();
  const file = join(tmpdir(), `sheaf-vectors-${fingerprint}.json`);
  const known: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const embedder = anchoredEmbedder(`local:${fingerprint}`, async (texts, signal, purpose) => {
    const keys = texts.map((text) =>
      createHash('sha256')
        .update(`${purpose?.as ?? 'passage'} ${text}`)
        .digest('base64'),
    );
    const missing = [...keys.keys()].filter((index) => known[keys[index]!] === undefined);
    const vectors = await model.embed(
      missing.map((index) => texts[index]!),
      signal,
      purpose,
    );
    for (const [place, index] of missing.entries())
      known[keys[index]!] = Buffer.from(
        vectors[place]!.buffer,
        vectors[place]!.byteOffset,
        vectors[place]!.byteLength,
      ).toString('base64');
    return keys.map((key) => new Float32Array(Uint8Array.from(Buffer.from(known[key]!, 'base64')).buffer));
  });
  const keep = () => writeFileSync(file, JSON.stringify(known));
  return { embedder, keep };
}

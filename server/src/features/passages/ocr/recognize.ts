import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page, Worker } from 'tesseract.js';
import { languageFile } from './language-data.ts';

/** In percent: words below are guesses, such as patterns of a photo. */
const minConfidence = 60;

let loaded: { languages: string; worker: Promise<Worker> } | undefined;

/** The text in a picture, line by line, without uncertain words. */
export async function recognize(png: Buffer, languages: readonly string[]): Promise<string> {
  const worker = await workerFor(languages);
  const { data } = await worker.recognize(png, { rotateAuto: true }, { text: false, blocks: true });
  return textOf(data);
}

function workerFor(languages: readonly string[]): Promise<Worker> {
  const key = languages.join('+');
  if (loaded?.languages !== key) {
    void loaded?.worker.then((worker) => worker.terminate());
    loaded = { languages: key, worker: startWorker(languages) };
  }
  return loaded.worker;
}

/** Loads the data of all languages from a local folder, fetches nothing and stores nothing. */
async function startWorker(languages: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = (await import('tesseract.js')).default;
  const langPath = await mkdtemp(join(tmpdir(), 'sheaf-languages-'));
  try {
    for (const code of languages) {
      const file = languageFile(code)!;
      await symlink(file, join(langPath, basename(file)));
    }
    return await createWorker([...languages], OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', errorHandler: () => {} });
  } finally {
    await rm(langPath, { recursive: true, force: true });
  }
}

function textOf({ blocks }: Page): string {
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs);
  return paragraphs
    .map(({ lines }) =>
      lines
        .map(({ words }) =>
          words
            .filter(({ confidence }) => confidence >= minConfidence)
            .map(({ text }) => text)
            .join(' '),
        )
        .filter((line) => /[\p{L}\p{N}]{2}/u.test(line))
        .join('\n'),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MadeContent } from '../content/content.ts';
import { fileTypes } from '../content/file-types.ts';
import type { Sample } from '../content/library.ts';
import { slidesFile } from '../content/slides.ts';
import { savedMail, wordDocument, workbook } from './formats.ts';
import { pagedDocument } from './pages.ts';
import { blocksOf, parseSource, type Source } from './source.ts';

const folder = path.join(import.meta.dirname, 'documents');

const formats = {
  docx: ({ body }: Source) => wordDocument(body),
  xlsx: ({ body }: Source) => workbook(body),
  pdf: ({ body }: Source) => pagedDocument(body),
  pptx: ({ body }: Source) => slidesFile(slidesOf(body)),
  eml: ({ body, modifiedAt }: Source) => savedMail(body, modifiedAt),
  md: ({ body }: Source) => Buffer.from(`${body}\n`),
  txt: ({ body }: Source) => Buffer.from(`${body}\n`),
};

let sources: Source[] | undefined;

/**
 * The studio’s files in one account of a cloud: contracts, invoices, minutes and the like, which refer to each other.
 */
export function studioFiles(cloud: string, person: string): Sample[] {
  sources ??= readSources();
  return sources.filter((source) => source.cloud === cloud && source.person === person).map(sampleOf);
}

function readSources(): Source[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return files.sort().map((name) => parseSource(readFileSync(path.join(folder, name), 'utf8')));
}

function sampleOf(source: Source): Sample {
  const { folder, name, modifiedAt } = source;
  const format = name.slice(name.lastIndexOf('.') + 1) as keyof typeof formats;
  const content = new MadeContent(() => formats[format](source));
  return { folder, name, mimeType: fileTypes[format].mimeType, modifiedAt, content };
}

/** Each title starts one. */
function slidesOf(body: string): string[][] {
  const slides: string[][] = [];
  for (const block of blocksOf(body)) {
    if (block.kind === 'title') slides.push([]);
    if (block.kind !== 'row') slides.at(-1)!.push(block.text);
  }
  return slides;
}

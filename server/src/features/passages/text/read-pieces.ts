import { decodeText } from './decode-text.ts';
import { isZip, openZip, type ZipParts } from './office/zip-parts.ts';
import { type Pieces, Unreadable } from './piece.ts';
import type { Expected } from './task.ts';

/**
 * Picks the reader by the first bytes, whatever the file's name, and otherwise by what name and type promise. Readers
 * are loaded on first use: all their libraries together take longer to load than most files to read.
 */
export async function readPieces(bytes: Uint8Array, expected: Expected): Promise<Pieces> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (expected === 'conversation') return (await import('./conversation.ts')).readConversation(decodeText(bytes));
  if (expected === 'pdf' ? start.includes('%PDF-') : start.startsWith('%PDF-'))
    return (await import('./pdf.ts')).readPdf(bytes);
  if (isZip(bytes)) return readParts(openZip(bytes));
  if (start.startsWith('{\\rtf')) return (await import('./office/rtf.ts')).readRtf(bytes);
  if (start.startsWith('\xd0\xcf\x11\xe0')) return readOldOffice(bytes);
  return readText(bytes, /^\s*(<!doctype html|<html)/i.test(start) ? 'html' : expected);
}

async function readParts(zip: ZipParts): Promise<Pieces> {
  if (zip.has('word/document.xml')) return (await import('./office/word.ts')).readWord(zip);
  if (zip.has('ppt/presentation.xml')) return (await import('./office/slides.ts')).readSlides(zip);
  const isBook = zip.names().some((name) => /^xl\/workbook\.(xml|bin)$/.test(name));
  const type = new TextDecoder().decode(zip.read('mimetype') ?? new Uint8Array());
  if (isBook || type.includes('opendocument.spreadsheet')) return (await import('./office/sheets.ts')).readSheets(zip);
  if (!zip.has('content.xml')) throw new Unreadable('This file is damaged.');
  return (await import('./office/open-document.ts')).readOpenDocument(zip);
}

/** The container format of the nineties, which password-protected files still use. */
async function readOldOffice(bytes: Uint8Array): Promise<Pieces> {
  const streams = (await import('./office/old/container.ts')).readContainer(bytes);
  if (streams.has('WordDocument')) return (await import('./office/old/word.ts')).readOldWord(streams);
  if (streams.has('PowerPoint Document')) return (await import('./office/old/slides.ts')).readOldSlides(streams);
  if (streams.has('Workbook') || streams.has('Book')) return (await import('./office/sheets.ts')).readSheets(bytes);
  throw new Unreadable('This file isn’t an Office document, or an older one than Sheaf can read.');
}

const textReaders: Partial<Record<Expected, (text: string) => Promise<Pieces>>> = {
  html: async (html) => [{ place: {}, text: (await import('./html.ts')).textOfHtml(html) }],
  markdown: async (text) => (await import('./markdown.ts')).readMarkdown(text),
  csv: async (text) => (await import('./csv.ts')).readCsv(text),
  text: async (text) => (await import('./plain.ts')).readPlain(text),
};

async function readText(bytes: Uint8Array, expected: Expected): Promise<Pieces> {
  if (expected === 'mail') return (await import('./mail.ts')).readMail(bytes);
  const reader = textReaders[expected];
  if (!reader) throw new Unreadable('This file is damaged.');
  return reader(decodeText(bytes));
}

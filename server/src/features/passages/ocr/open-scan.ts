import { open } from 'node:fs/promises';
import { pageTexts } from './pdf-pages.ts';
import { isWorthReading } from './picture.ts';
import type { Opened } from './task.ts';

/** Decides by the first bytes, whatever the file's name. */
export async function openScan(path: string): Promise<Opened> {
  const start = await firstBytes(path);
  if (start.includes('%PDF-')) {
    const pages = await pageTexts(path);
    return pages?.some(({ lacksText }) => lacksText) ? { kind: 'pdf', pages } : { kind: 'nothing' };
  }
  const isPicture = start.startsWith('\x89PNG') || start.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(start);
  return { kind: isPicture && (await isWorthReading(path)) ? 'picture' : 'nothing' };
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

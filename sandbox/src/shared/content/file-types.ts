import { gzipSync } from 'node:zlib';
import { svg } from './floor-plan.ts';
import { bmp, png } from './image.ts';
import { jpeg } from './jpeg.ts';
import { docx, xlsx } from './office.ts';
import { pdf } from './pdf.ts';
import { pptx } from './slides.ts';
import { mp3, wav } from './sound.ts';
import { calendar, csv, eml, html, json, log, markdown, python, txt, typescript, xml } from './text.ts';
import { zip } from './zip.ts';

/** A kind of file: valid bytes of it, always the same for the same seed. */
export interface FileType {
  extension: string;
  mimeType: string;
  make(seed: string): Buffer;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const fileTypes = {
  pdf: { extension: 'pdf', mimeType: 'application/pdf', make: pdf },
  docx: { extension: 'docx', mimeType: `${OFFICE}.wordprocessingml.document`, make: docx },
  xlsx: { extension: 'xlsx', mimeType: `${OFFICE}.spreadsheetml.sheet`, make: xlsx },
  pptx: { extension: 'pptx', mimeType: `${OFFICE}.presentationml.presentation`, make: pptx },
  png: { extension: 'png', mimeType: 'image/png', make: png },
  jpg: { extension: 'jpg', mimeType: 'image/jpeg', make: jpeg },
  bmp: { extension: 'bmp', mimeType: 'image/bmp', make: bmp },
  svg: { extension: 'svg', mimeType: 'image/svg+xml', make: svg },
  wav: { extension: 'wav', mimeType: 'audio/x-wav', make: wav },
  mp3: { extension: 'mp3', mimeType: 'audio/mpeg', make: mp3 },
  txt: { extension: 'txt', mimeType: 'text/plain', make: txt },
  md: { extension: 'md', mimeType: 'text/markdown', make: markdown },
  csv: { extension: 'csv', mimeType: 'text/csv', make: csv },
  json: { extension: 'json', mimeType: 'application/json', make: json },
  xml: { extension: 'xml', mimeType: 'text/xml', make: xml },
  html: { extension: 'html', mimeType: 'text/html', make: html },
  eml: { extension: 'eml', mimeType: 'message/rfc822', make: eml },
  ics: { extension: 'ics', mimeType: 'text/calendar', make: calendar },
  log: { extension: 'log', mimeType: 'text/plain', make: log },
  ts: { extension: 'ts', mimeType: 'text/x-typescript', make: typescript },
  py: { extension: 'py', mimeType: 'text/x-python', make: python },
  zip: {
    extension: 'zip',
    mimeType: 'application/zip',
    make: (seed) => zip({ 'readme.txt': txt(seed), 'data/rows.csv': csv(seed), 'picture.png': png(seed) }),
  },
  gz: { extension: 'gz', mimeType: 'application/gzip', make: (seed) => gzipSync(log(seed)) },
} as const satisfies Record<string, FileType>;

export type FileTypeName = keyof typeof fileTypes;

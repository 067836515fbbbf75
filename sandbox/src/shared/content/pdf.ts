import { Random } from '../random.ts';
import { sentence, title } from './prose.ts';

/** One or several pages of text in Helvetica. */
export function pdf(seed: string): Buffer {
  const random = new Random(seed);
  const pages = Array.from({ length: random.between(1, 4) }, () => {
    const lines = [title(random), ...Array.from({ length: random.between(8, 30) }, () => sentence(random))];
    const shown = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
    return `BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`;
  });
  return pdfFile(pages);
}

/** A4 pages given by their drawing commands, with Helvetica as F1 and its bold as F2. */
export function pdfFile(pages: readonly string[]): Buffer {
  const first = 5;
  const kids = pages.map((_, page) => `${first + page * 2} 0 R`).join(' ');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  for (const [page, stream] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 1 + page * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  return pdfOf(objects);
}

/** A PDF file of these objects, the first of which is its catalog, with a correct cross-reference table. */
export function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Characters whose codes in WinAnsi differ from Latin-1. */
const elsewhere: Readonly<Record<string, string>> = {
  '€': '\x80',
  '„': '\x84',
  '…': '\x85',
  Œ: '\x8c',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '–': '\x96',
  '—': '\x97',
  œ: '\x9c',
};

/** Encodes a string for parentheses, one byte per character, as in the font’s encoding. */
export const pdfText = (text: string): string =>
  text.replace(/[^\0-\xff]/gu, (sign) => elsewhere[sign] ?? '?').replace(/[()\\]/g, '\\$&');

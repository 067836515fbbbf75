import { Random } from '../random.ts';
import { sentence, title } from './prose.ts';

/** One or several pages of text in Helvetica, with a correct cross-reference table. */
export function pdf(seed: string): Buffer {
  const random = new Random(seed);
  const pages = random.between(1, 4);
  const kids = Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (let page = 0; page < pages; page++) {
    const lines = [title(random), ...Array.from({ length: random.between(8, 30) }, () => sentence(random))];
    const shown = lines.map((line) => `(${latin(line)}) Tj T*`).join('\n');
    const stream = `BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
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

const latin = (text: string) => text.replaceAll('’', "'").replace(/[()\\]/g, '\\$&');

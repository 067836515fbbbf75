import { pdfOf, pdfText } from '../../../sandbox/src/shared/content/pdf.ts';

/** A page of many lines, one below the other, of which the first ones fill the window. */
export function tallPdf(lines: readonly string[]): Buffer {
  const step = 30;
  const height = (lines.length + 2) * step;
  const shown = lines.map((line) => `(${pdfText(line)}) Tj 0 -${step} Td`);
  const text = `BT /F1 14 Tf 72 ${height - step} Td ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  return pdfOf(objects);
}

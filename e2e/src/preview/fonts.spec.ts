import { upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

/** A page of text in fonts that every reader has to bring: none is in the file. */
function pdfWithoutFonts(): string {
  const text = 'BT /F1 24 Tf 72 720 Td (1 July 2026: Invoice) Tj /F2 24 Tf 0 -40 Td (1 July 2026: Invoice) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

test('a PDF without fonts is shown in those of the PDF library, not of the machine', async ({ page }) => {
  const person = await newPerson();
  const id = await upload(person, 'invoice.pdf', pdfWithoutFonts());
  await enterAs(page, person);
  const sans = page.waitForResponse(/LiberationSans-Regular[^/]*\.ttf$/);
  const serif = page.waitForResponse(/FoxitSerif[^/]*\.pfb$/);
  await page.goto(`/directory?preview=${id}`);
  expect([(await sans).status(), (await serif).status()]).toEqual([200, 200]);
  const viewer = page.getByRole('dialog', { name: 'invoice.pdf' }).locator('iframe').contentFrame();
  await expect(viewer.locator('canvas').first()).toBeVisible();
});

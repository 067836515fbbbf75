import { pdfOf } from '../../../sandbox/src/shared/content/pdf.ts';
import { upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

/** A page of text in fonts that every PDF reader has to provide, because the file contains none. */
function pdfWithoutFonts(): Buffer {
  const text = 'BT /F1 24 Tf 72 720 Td (1 July 2026: Invoice) Tj /F2 24 Tf 0 -40 Td (1 July 2026: Invoice) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  return pdfOf(objects);
}

test('a PDF without fonts is shown in those of the PDF library, not of the machine', { tag: '@long' }, async ({
  page,
}) => {
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

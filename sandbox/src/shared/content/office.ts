import { Random } from '../random.ts';
import { paragraphs, table, title } from './prose.ts';
import { zip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument';

export const escapeXml = (text: string | number) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function contentTypes(overrides: Record<string, string>): string {
  const parts = Object.entries(overrides).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/octet-stream"/>${parts.join('')}</Types>`;
}

export function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONS}">${list.join('')}</Relationships>`;
}

/** Adds an attachment, for documents that must be large. */
export function docx(seed: string, attachment?: Buffer): Buffer {
  const random = new Random(seed);
  const body = [title(random), ...paragraphs(random, 8)].map(
    (text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`,
  );
  return wordFile(body.join(''), attachment);
}

export function wordFile(body: string, attachment?: Buffer): Buffer {
  return zip({
    '[Content_Types].xml': contentTypes({ '/word/document.xml': `${MAIN}.wordprocessingml.document.main+xml` }),
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...(attachment && { 'word/embeddings/attachment.bin': attachment }),
  });
}

export interface Sheet {
  name: string;
  rows: readonly (readonly (string | number)[])[];
}

export const xlsx = (seed: string): Buffer => workbookFile([{ name: 'Sheet1', rows: table(new Random(seed)) }]);

export function workbookFile(sheets: readonly Sheet[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const files = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': `${MAIN}.spreadsheetml.sheet.main+xml`,
      ...Object.fromEntries(files.map((file) => [`/xl/${file}`, `${MAIN}.spreadsheetml.worksheet+xml`])),
    }),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(files.map((file) => ['worksheet', file] as const)),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/${files[at]}`,
        `${XML}<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
}

function rowXml(row: Sheet['rows'][number]): string {
  const cells = row.map((cell) =>
    typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`,
  );
  return `<row>${cells.join('')}</row>`;
}

import { zipSync } from 'fflate';

const encode = (text: string) => new TextEncoder().encode(text);
export const zip = (parts: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? encode(part) : part]),
    ),
  );

/** Each page is a list of lines or a stream; or all pages have the given stream. */
export function pdf(pages: readonly (readonly string[] | Buffer)[], raw?: { stream: Buffer; filter: string }): Buffer {
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Kids [${pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  ];
  for (const [page, lines] of pages.entries()) {
    const stream = raw?.stream ?? (Buffer.isBuffer(lines) ? lines : textStream(lines));
    const filter = raw ? `/Filter [${raw.filter}] ` : '';
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< ${filter}/Length ${stream.length} >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts = objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...parts, Buffer.from('trailer\n<< /Root 1 0 R >>\n')]);
}

function textStream(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join('\n');
  return Buffer.from(`BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`, 'latin1');
}

export const docx = (body: string, parts: Record<string, string | Uint8Array> = {}): Uint8Array =>
  zip({ 'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`, ...parts });

const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`;
const shape = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;

/** A presentation whose slides are stored in another order than they are shown. */
export const pptx = (): Uint8Array =>
  zip({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': `<Relationships>${relation('a', 'slides/slide1.xml')}${relation('b', '/ppt/slides/slide2.xml')}</Relationships>`,
    'ppt/slides/slide1.xml': shape('Thank you'),
    'ppt/slides/slide2.xml': shape('Roadmap &amp; budget'),
    'ppt/slides/_rels/slide2.xml.rels': `<Relationships>${relation('n', '../notesSlides/notesSlide1.xml')}</Relationships>`,
    'ppt/notesSlides/notesSlide1.xml': shape('Speak slowly'),
  });

export const openDocument = (kind: 'text' | 'presentation', body: string): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });

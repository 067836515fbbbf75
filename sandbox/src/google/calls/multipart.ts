import { GoogleError } from '../errors.ts';

/** The two parts of a multipart/related upload: metadata, then the bytes. */
export function parseMultipart(
  contentType: string | undefined,
  body: Buffer,
): { body: Buffer; bytes: Buffer; contentType: string | undefined } {
  const boundary = /^multipart\/related\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '');
  if (!boundary) throw new GoogleError('badRequest', 'A multipart upload is multipart/related and names its boundary.');
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const parts: Buffer[] = [];
  let start = body.indexOf(mark);
  while (start >= 0) {
    const from = start + mark.length;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), from);
    if (next < 0) break;
    parts.push(body.subarray(from, next));
    start = next + 2;
  }
  if (parts.length !== 2) throw new GoogleError('badRequest', 'A multipart upload has two parts.');
  const [metadata, media] = parts.map(split) as [ReturnType<typeof split>, ReturnType<typeof split>];
  return {
    body: metadata.body,
    bytes: /^content-transfer-encoding:\s*base64\s*$/im.test(media.head)
      ? Buffer.from(media.body.toString(), 'base64')
      : media.body,
    contentType: /^content-type:\s*(.+)$/im.exec(media.head)?.[1]?.trim(),
  };
}

function split(part: Buffer): { head: string; body: Buffer } {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) throw new GoogleError('badRequest', 'A part has no headers.');
  return { head: part.subarray(0, end).toString(), body: part.subarray(end + 4) };
}

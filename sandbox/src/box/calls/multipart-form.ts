import { BoxError } from '../errors.ts';

export interface FormPart {
  name: string;
  body: Buffer;
}

/** The parts of a multipart/form-data body, in order. */
export function parseForm(contentType: string | undefined, body: Buffer): FormPart[] {
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '');
  if (!boundary) throw new BoxError('bad_request', 'An upload is multipart/form-data and names its boundary');
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const end = Buffer.concat([Buffer.from('\r\n'), mark]);
  const parts: FormPart[] = [];
  let from = body.indexOf(mark);
  while (from >= 0) {
    const start = from + mark.length;
    if (body.subarray(start, start + 2).toString() === '--') return parts;
    const next = body.indexOf(end, start);
    if (next < 0) break;
    parts.push(partOf(body.subarray(start + 2, next)));
    from = next + 2;
  }
  throw new BoxError('bad_request', 'The form is cut off');
}

function partOf(part: Buffer): FormPart {
  const end = part.indexOf('\r\n\r\n');
  const name = /^content-disposition:\s*form-data;.*\bname="([^"]+)"/im.exec(part.subarray(0, end).toString())?.[1];
  if (end < 0 || name === undefined) throw new BoxError('bad_request', 'A part of the form has no name');
  return { name, body: part.subarray(end + 4) };
}

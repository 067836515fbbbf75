import { type Content, StoredContent } from '../content/content.ts';

/** A part of a mail. A leaf has content, all others have parts. */
export interface MailPart {
  mimeType: string;
  filename: string;
  /** The part’s own headers, starting with its Content-Type; values aren’t encoded. */
  headers: readonly Header[];
  content?: Content;
  parts?: readonly MailPart[];
}

export interface Header {
  name: string;
  value: string;
}

export function textPart(text: string, subtype: 'plain' | 'html' = 'plain'): MailPart {
  const mimeType = `text/${subtype}`;
  return {
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; charset="UTF-8"` }],
    content: new StoredContent(Buffer.from(text)),
  };
}

export function filePart(
  file: { name: string; mimeType: string; content: Content },
  { contentId }: { contentId?: string } = {},
): MailPart {
  const disposition = contentId ? 'inline' : 'attachment';
  return {
    mimeType: file.mimeType,
    filename: file.name,
    headers: [
      { name: 'Content-Type', value: `${file.mimeType}; name="${file.name}"` },
      { name: 'Content-Disposition', value: `${disposition}; filename="${file.name}"` },
      ...(contentId ? [{ name: 'Content-ID', value: `<${contentId}>` }] : []),
    ],
    content: file.content,
  };
}

export function multipart(subtype: 'mixed' | 'alternative' | 'related', parts: readonly MailPart[]): MailPart {
  const mimeType = `multipart/${subtype}`;
  const boundary = `=_sandbox_${subtype}`;
  return {
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; boundary="${boundary}"` }],
    parts,
  };
}

/** The part with this id: '' is the mail itself, '1.0' the first part of its second one. */
export function partAt(root: MailPart, partId: string): MailPart | undefined {
  let part: MailPart | undefined = root;
  for (const index of partId === '' ? [] : partId.split('.')) part = part?.parts?.[Number(index)];
  return part;
}

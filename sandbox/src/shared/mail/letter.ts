import type { Content } from '../content/content.ts';
import { filePart, type Header, type MailPart, multipart, textPart } from './mail-part.ts';

/** A sent mail in MIME’s terms. */
export interface Letter {
  headers: readonly Header[];
  root: MailPart;
  /** The beginning of its text. */
  snippet: string;
}

export interface Written {
  /** Formatted as 'Ada Lindqvist <ada@example.com>'. */
  from: string;
  to: readonly string[];
  cc?: readonly string[];
  subject: string;
  at: number;
  text?: string;
  html?: string;
  files?: readonly { name: string; mimeType: string; content: Content; contentId?: string }[];
  /** The ids without brackets; the last one is that of the answered mail. */
  messageId: string;
  references?: readonly string[];
}

/** A mail as composed by a mail program: text and HTML as alternatives, pictures within the HTML, files beside them. */
export function writeLetter(written: Written): Letter {
  const { from, to, cc = [], subject, at, text = '', html, files = [], messageId, references = [] } = written;
  const header = (name: string, value: string) => (value === '' ? [] : [{ name, value }]);
  const inline = files.filter(({ contentId }) => contentId !== undefined);
  const beside = files.filter(({ contentId }) => contentId === undefined);
  const parts = (chosen: typeof files) => chosen.map((file) => filePart(file, file));
  let root: MailPart = textPart(text);
  if (html !== undefined) {
    const page = textPart(html, 'html');
    root = multipart('alternative', [root, inline.length > 0 ? multipart('related', [page, ...parts(inline)]) : page]);
  }
  if (beside.length > 0) root = multipart('mixed', [root, ...parts(beside)]);
  return {
    headers: [
      ...header('From', from),
      ...header('To', to.join(', ')),
      ...header('Cc', cc.join(', ')),
      ...header('Subject', subject),
      { name: 'Date', value: new Date(at).toUTCString().replace('GMT', '+0000') },
      { name: 'Message-ID', value: `<${messageId}>` },
      ...header('In-Reply-To', references.slice(-1).map(bracketed).join('')),
      ...header('References', references.map(bracketed).join(' ')),
    ],
    root,
    snippet: (text || (html ?? '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 200),
  };
}

const bracketed = (id: string) => `<${id}>`;

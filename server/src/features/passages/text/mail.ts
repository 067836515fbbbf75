import PostalMime, { type Address } from 'postal-mime';
import { textOfHtml } from './html.ts';
import type { Piece } from './piece.ts';

/** Deeper nesting is meant to be unpacked, not read. */
const maxNested = 64;
const maxPeople = 50;

/** Sender, recipients, subject, text and the names of attachments, without their content. */
export async function readMail(bytes: Uint8Array): Promise<Piece[]> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: maxNested, maxHeadersSize: 1024 * 1024 });
  const lines = [
    mail.subject ?? '',
    names(mail.from ? [mail.from] : []),
    names([...(mail.to ?? []), ...(mail.cc ?? [])]),
    mail.html ? textOfHtml(mail.html) : (mail.text ?? ''),
    ...mail.attachments.map(({ filename }) => filename ?? ''),
  ];
  return [{ place: {}, text: lines.join('\n') }];
}

const names = (people: readonly Address[]): string =>
  people
    .slice(0, maxPeople)
    .map(({ name, address, group }) => (group ? name : [name, address].filter(Boolean).join(' ')))
    .join(', ');

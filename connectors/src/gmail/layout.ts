import type { GmailPart } from './gateway.ts';

/** A parsed message: the texts of its body, in order, and all attachments. */
export interface Layout {
  texts: readonly GmailPart[];
  files: readonly GmailPart[];
}

/** A message with more parts is hostile. */
const maxDepth = 50;
const maxParts = 500;

export function layOut(root: GmailPart): Layout {
  let parts = 0;
  const visit = (part: GmailPart, depth: number): Layout => {
    parts += 1;
    if (parts > maxParts || depth > maxDepth) return { texts: [], files: [] };
    if (!isContainer(part))
      return isText(part) ? { texts: [part], files: [] } : { texts: [], files: hasBytes(part) ? [part] : [] };
    const inside = (part.parts ?? []).map((one) => visit(one, depth + 1));
    const files = inside.flatMap((one) => one.files);
    if (typeOf(part) !== 'multipart/alternative') return { texts: inside.flatMap(({ texts }) => texts), files };
    // If a text has several forms, HTML is shown; otherwise the last, which is the richest.
    const withText = inside.filter(({ texts }) => texts.length > 0);
    const chosen = withText.findLast(({ texts }) => texts.some(isHtml)) ?? withText.at(-1);
    return { texts: chosen?.texts ?? [], files };
  };
  return visit(root, 0);
}

/** The part with this id, however deep. */
export function findPart(root: GmailPart, partId: string): GmailPart | undefined {
  const waiting: GmailPart[] = [root];
  for (let at = 0; at < waiting.length; at++) {
    const part = waiting[at]!;
    if ((part.partId ?? '') === partId && !isContainer(part)) return part;
    waiting.push(...(part.parts ?? []));
  }
  return undefined;
}

const typeOf = (part: GmailPart) => (part.mimeType ?? '').toLowerCase();
export const isHtml = (part: GmailPart): boolean => typeOf(part) === 'text/html';

export function headerOf(part: GmailPart | undefined, name: string): string {
  return part?.headers?.find((header) => header.name?.toLowerCase() === name)?.value ?? '';
}

/** A mail within a mail is a file, unless Gmail returns only its parts. */
function isContainer(part: GmailPart): boolean {
  if (typeOf(part).startsWith('multipart/')) return true;
  return (part.parts?.length ?? 0) > 0 && !hasBytes(part);
}

const hasBytes = ({ body }: GmailPart) => Boolean(body?.attachmentId || body?.data);

function isText(part: GmailPart): boolean {
  const isShown = isHtml(part) || typeOf(part) === 'text/plain' || typeOf(part) === '';
  return isShown && !part.filename && !/^\s*attachment/i.test(headerOf(part, 'content-disposition'));
}

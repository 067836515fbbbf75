import type { MessageStructureObject } from 'imapflow';
import { cutName } from './text.ts';

/** A part of a message, by its number in the protocol. */
export interface Part {
  part: string;
  mimeType: string;
  encoding: string | undefined;
  /** The encoded size. */
  size: number;
  parameters: Readonly<Record<string, string>>;
}

export interface AttachedPart extends Part {
  name: string;
  contentId?: string;
}

export interface Content {
  /** The texts that make up the body, in order. */
  body: readonly Part[];
  attachments: readonly AttachedPart[];
}

const MAX_DEPTH = 50;
const MAX_PARTS = 500;

/** Splits a message into its body and its attachments. Parts beyond the limits are left out. */
export function contentOf(root: MessageStructureObject): Content {
  let parts = 0;

  function walk(node: MessageStructureObject, depth: number): Content {
    parts += 1;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) return { body: [], attachments: [] };
    if (!node.type?.startsWith('multipart/')) return leaf(node);
    const children = (node.childNodes ?? []).map((child) => walk(child, depth + 1));
    const attachments = children.flatMap((child) => child.attachments);
    if (node.type === 'multipart/alternative') return { body: bestOf(children)?.body ?? [], attachments };
    if (node.type !== 'multipart/related') return { body: children.flatMap(({ body }) => body), attachments };
    const [first, ...others] = children;
    return {
      body: first?.body ?? [],
      attachments: [...attachments, ...others.flatMap(({ body }) => body.map(attached))],
    };
  }

  return walk(root, 0);
}

/** The last alternative is the richest one; HTML is preferred to text, text to anything else. */
function bestOf(alternatives: readonly Content[]): Content | undefined {
  const isHtml = ({ mimeType }: Part) => mimeType === 'text/html';
  return alternatives.findLast(({ body }) => body.some(isHtml)) ?? alternatives.findLast(({ body }) => body.length > 0);
}

function leaf(node: MessageStructureObject): Content {
  const part = partOf(node);
  const isText = part.mimeType === 'text/plain' || part.mimeType === 'text/html';
  const isBody = isText && node.disposition !== 'attachment' && fileNameOf(node) === undefined;
  return isBody ? { body: [part], attachments: [] } : { body: [], attachments: [attached(part, node)] };
}

const partOf = (node: MessageStructureObject): Part => ({
  // The only part of a message has no number of its own; it can be read as part 1.
  part: node.part ?? '1',
  mimeType: cutName(node.type || 'application/octet-stream').toLowerCase(),
  encoding: node.encoding,
  size: node.size ?? 0,
  parameters: node.parameters ?? {},
});

const fileNameOf = ({ parameters, dispositionParameters }: MessageStructureObject): string | undefined =>
  dispositionParameters?.filename || parameters?.name || undefined;

function attached(part: Part, node?: MessageStructureObject | number): AttachedPart {
  const source = typeof node === 'object' ? node : undefined;
  const contentId = source?.id?.replace(/^<(.*)>$/, '$1');
  return {
    ...part,
    name: cutName((source && fileNameOf(source)) || defaultName(part, source)),
    ...(contentId && contentId.length <= 1000 && { contentId }),
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'text/calendar': '.ics',
  'text/html': '.html',
  'text/plain': '.txt',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'application/pdf': '.pdf',
};

function defaultName({ part, mimeType }: Part, node?: MessageStructureObject): string {
  if (mimeType === 'message/rfc822') return `${cutName(node?.envelope?.subject || 'Message').slice(0, 200)}.eml`;
  return `attachment-${part}${ENDINGS[mimeType] ?? ''}`;
}

/** An attachment of a message by its number; parts of the body can be read in the same way. */
export function findPart(root: MessageStructureObject, number: string): Part | undefined {
  const nodes = [root];
  for (let at = 0; at < nodes.length && at < 4 * MAX_PARTS; at++) {
    const node = nodes[at]!;
    if ((node.part ?? '1') === number && !node.type?.startsWith('multipart/')) return partOf(node);
    if (node.type?.startsWith('multipart/')) nodes.push(...(node.childNodes ?? []));
  }
  return undefined;
}

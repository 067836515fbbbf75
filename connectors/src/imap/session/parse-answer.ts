/** A token in imapflow’s format: NIL is null, and the section of `BODY[1.2]` may be a list of its own. */
export type Token = null | { value?: string | Buffer; section?: Token[] } | Token[];

/** More than any well-behaved server nests; deeper answers are left to imapflow. */
const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 20;

const PIECE =
  / *(?:([()])|"([^"\\\r\n]*(?:\\["\\][^"\\\r\n]*)*)"|\{(\d{1,10})\}\r?\n|(\\?[^\s()"{}[\]<>~%*\\]+)(\[[A-Z\d.]*\](?:<\d+>)?)?)/iy;

/**
 * Parses the attributes of an answer to FETCH whose literals were read already: `* 1 FETCH (UID 7 BODY[1]<0> {4096}…)`.
 * Returns null for all other answers, and for rarely used notations.
 */
export function parseFetchAnswer(payload: Buffer, literals: readonly Buffer[]): Token[] | null {
  if (payload.length > MAX_BYTES) return null;
  const text = payload.toString('utf8');
  const start = /^\* \d{1,10} FETCH (?=\()/i.exec(text);
  if (!start) return null;
  const root: Token[] = [];
  const lists = [root];
  let used = 0;
  for (PIECE.lastIndex = start[0].length; PIECE.lastIndex < text.length; ) {
    const piece = PIECE.exec(text);
    if (!piece) return null;
    const [, bracket, quoted, size, word, section] = piece;
    const list = lists.at(-1)!;
    if (bracket === '(') {
      const inner: Token[] = [];
      list.push(inner);
      if (lists.push(inner) > MAX_DEPTH) return null;
    } else if (bracket === ')') {
      if (lists.pop() === root) return null;
    } else if (quoted !== undefined) {
      list.push({ value: quoted.includes('\\') ? quoted.replace(/\\(.)/g, '$1') : quoted });
    } else if (size !== undefined) {
      const literal = literals[used++];
      if (literal?.length !== Number(size)) return null;
      list.push({ value: literal });
    } else if (section === undefined) list.push(word!.toUpperCase() === 'NIL' ? null : { value: word! });
    else list.push({ value: word! + section.replace(/<\d+>$/, '') });
  }
  const [attributes] = root;
  const isWhole = lists.length === 1 && root.length === 1 && used === literals.length;
  return isWhole ? (attributes as Token[]) : null;
}

import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parseFetchAnswer, type Token } from './parse-answer.ts';

const parser = createRequire(import.meta.url)('imapflow/lib/handler/imap-parser.js') as (
  line: Buffer,
  options: { literals: Buffer[] },
) => Promise<{ attributes: Token[] }>;

const parse = (line: string, ...literals: string[]) =>
  parseFetchAnswer(
    Buffer.from(line),
    literals.map((literal) => Buffer.from(literal)),
  );

/** The result of imapflow’s parser, without the types of words, and with sections in the spelling of servers. */
async function imapflows(line: string, ...literals: string[]): Promise<unknown> {
  const answer = await parser(Buffer.from(line), { literals: literals.map((literal) => Buffer.from(literal)) });
  const plain = (token: Token): unknown => {
    if (Array.isArray(token)) return token.map(plain);
    if (!token) return null;
    const section = token.section?.map((one) => (plain(one) as { value: string }).value).join(' ');
    return { value: section === undefined ? token.value : `${String(token.value)}[${section}]` };
  };
  return plain(answer.attributes[1] as Token);
}

describe('parses an answer to FETCH as imapflow does', () => {
  it.each<[string, ...string[]]>([
    ['* 1 FETCH (UID 7)'],
    ['* 12 FETCH (UID 7 FLAGS (\\Seen $Junk NonJunk) MODSEQ (12345) RFC822.SIZE 4096)'],
    ['* 12 fetch (uid 7 FLAGS () INTERNALDATE " 1-Jan-2026 10:00:00 +0000")'],
    ['* 1 FETCH (UID 7 BODY[HEADER]<0> {5}\r\n BODY[1.2] {0}\r\n)', 'To: a', ''],
    ['* 1 FETCH (BODY[1] "a \\"quoted\\" \\\\ part" BODY[2] NIL UID 7)'],
    [
      '* 3 FETCH (BODYSTRUCTURE ((("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 5 1 NIL NIL NIL NIL)' +
        '("text" "html" NIL NIL NIL "quoted-printable" 9 2 NIL NIL NIL NIL) "alternative" ("boundary" "b") NIL NIL)' +
        '("application" "pdf" ("name" {4}\r\n) "<id@a>" NIL "base64" 9 NIL ("attachment" ("filename" "grün.pdf"))) "mixed") UID 8)',
      'a(b)',
    ],
  ])('%s', async (line, ...literals) => {
    expect(parse(line, ...literals)).toEqual(await imapflows(line, ...literals));
  });
});

it.each<[string, string, ...string[]]>([
  ['another answer', '* 12 EXISTS'],
  ['the end of a command', 'A1 OK FETCH completed'],
  ['a list that does not end', '* 1 FETCH (UID 7 FLAGS (\\Seen)'],
  ['a list that ends twice', '* 1 FETCH (UID 7))'],
  ['more behind the list', '* 1 FETCH (UID 7) (UID 8)'],
  ['a string that does not end', '* 1 FETCH (UID 7 BODY[1] "a)'],
  ['binary literals', '* 1 FETCH (UID 7 BINARY[1] ~{1}\r\n)', 'a'],
  ['a header of chosen fields', '* 1 FETCH (UID 7 BODY[HEADER.FIELDS (To)] {1}\r\n)', 'a'],
  ['a literal of another size', '* 1 FETCH (UID 7 BODY[1] {2}\r\n)', 'a'],
  ['a literal too few', '* 1 FETCH (UID 7 BODY[1] {1}\r\n)'],
  ['a literal too many', '* 1 FETCH (UID 7)', 'a'],
  ['lists in lists without end', `* 1 FETCH ${'('.repeat(100_000)}${')'.repeat(100_000)}`],
  ['a line beyond all measure', `* 1 FETCH (UID 7 BODY[1] "${'a'.repeat(300_000)}")`],
])('leaves %s to imapflow', (_, line, ...literals) => {
  expect(parse(line, ...literals)).toBeNull();
});

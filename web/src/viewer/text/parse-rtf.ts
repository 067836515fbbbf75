import { Problem } from '../problem.ts';

/** Groups that hold no text of the document. */
const HIDDEN_GROUPS =
  /^(fonttbl|colortbl|stylesheet|info|pict|object|themedata|datastore|latentstyles|listtable|header\w?|footer\w?)$/;
const SPECIAL: Record<string, string> = {
  par: '\n',
  sect: '\n',
  page: '\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** The text of an RTF file, without formatting. */
export function parseRtf(rtf: string): string {
  if (!rtf.startsWith('{\\rtf')) throw new Problem('This file is damaged: it isn’t rich text.');
  const windows = new TextDecoder('windows-1252');
  const outer: { silent: boolean; fallback: number }[] = [];
  let state = { silent: false, fallback: 1 };
  let skip = 0;
  let text = '';
  const put = (piece: string) => {
    const kept = piece.slice(skip);
    skip = Math.max(0, skip - piece.length);
    if (!state.silent) text += kept;
  };
  for (const [, word, parameter, hex, sign, brace, plain] of rtf.matchAll(TOKEN)) {
    if (brace === '{') outer.push({ ...state });
    else if (brace === '}') state = outer.pop() ?? state;
    else if (hex) put(windows.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    else if (sign === '*') state.silent = true;
    else if (sign) put(sign === '~' ? '\u00a0' : /[{}\\]/.test(sign) ? sign : '');
    else if (plain) put(plain);
    else if (word === 'u' && parameter) {
      put(String.fromCharCode((Number(parameter) + 65_536) % 65_536));
      skip = state.fallback;
    } else if (word === 'uc') state.fallback = Number(parameter ?? 1);
    else if (word && HIDDEN_GROUPS.test(word)) state.silent = true;
    else if (word) put(SPECIAL[word] ?? '');
  }
  return text.trim();
}

/** Groups that contain no text of the document. */
const hiddenGroups = /^(fonttbl|colortbl|stylesheet|info|pict|object|themedata|datastore|latentstyles|listtable)$/;
const margins = /^(header|footer)\w?$/;
const asSign: Readonly<Record<string, string>> = {
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
/** Several bytes in a row may be one character. */
const token = /\\([a-z]+)(-?\d+)? ?|((?:\\'[0-9a-f]{2})+)|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** The text of an RTF file, without formatting; null for anything else. */
export function rtfText(bytes: Uint8Array, { withMargins }: { withMargins: boolean }): string | null {
  const rtf = new TextDecoder('latin1').decode(bytes);
  if (!rtf.startsWith('{\\rtf')) return null;
  const outer: { isHidden: boolean; fallback: number }[] = [];
  let state = { isHidden: false, fallback: 1 };
  const codePage = decoderOf(/\\ansicpg(\d+)/.exec(rtf.slice(0, 1000))?.[1]);
  let skip = 0;
  let text = '';
  const put = (piece: string) => {
    const kept = piece.slice(skip);
    skip = Math.max(0, skip - piece.length);
    if (!state.isHidden) text += kept;
  };
  for (const [, word, parameter, hex, sign, brace, plain] of rtf.matchAll(token)) {
    if (brace === '{') outer.push({ ...state });
    else if (brace === '}') state = outer.pop() ?? state;
    else if (hex) put(codePage.decode(Uint8Array.from(hex.split("\\'").slice(1), (two) => Number.parseInt(two, 16))));
    else if (sign === '*') state.isHidden = true;
    else if (sign) put(sign === '~' ? '\u00a0' : /[{}\\]/.test(sign) ? sign : '');
    else if (plain) put(plain);
    else if (word === 'u' && parameter) {
      put(String.fromCharCode((Number(parameter) + 65_536) % 65_536));
      skip = state.fallback;
    } else if (word === 'uc') state.fallback = Number(parameter ?? 1);
    else if (word && (hiddenGroups.test(word) || (!withMargins && margins.test(word)))) state.isHidden = true;
    else if (word) put(asSign[word] ?? '');
  }
  return text;
}

/** The names that decoders have for Windows code pages. */
const codePages: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
};

function decoderOf(codePage = '1252'): TextDecoder {
  try {
    return new TextDecoder(codePages[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

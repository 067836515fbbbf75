/** Decodes text in a charset that may be wrong, unknown or missing. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const decoder = decoderFor(charset);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decoderFor(charset: string | undefined): TextDecoder | null {
  const label = charset?.trim().replace(/^"|"$/g, '').toLowerCase();
  // Mail declared as ASCII often uses another charset.
  if (label === undefined || label === '' || label === 'us-ascii' || label === 'ascii') return null;
  for (const name of [label, label.replace(/^cs|^x-/, ''), label.replace(/^cp-?(\d+)$/, 'windows-$1')])
    try {
      return new TextDecoder(name);
    } catch {
      // It throws a RangeError for an unknown charset.
    }
  return null;
}

/** A name without changes, but at most 255 characters. */
export const cutName = (name: string): string => [...name.slice(0, 1024).toWellFormed()].slice(0, 255).join('');

/** Undoes the wrapping of `format=flowed` (RFC 3676). */
export function unwrapFlowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = [];
  let isOpen = false;
  let depth = '';
  for (const raw of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(raw)![0];
    const line = raw.slice(quotes.length).replace(/^ /, '');
    const continues = isOpen && quotes === depth && line !== '-- ';
    const wraps = line.endsWith(' ') && line !== '-- ';
    const kept = wraps && deletesSpace ? line.slice(0, -1) : line;
    if (continues) lines.push(lines.pop()! + kept);
    else lines.push(quotes === '' ? kept : `${quotes} ${kept}`);
    isOpen = wraps;
    depth = quotes;
  }
  return lines.join('\n');
}

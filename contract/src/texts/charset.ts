const headBytes = 8192;
const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)|^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;

/**
 * Decodes the text of a file: UTF-16 by its byte order mark, else UTF-8, else what the text itself declares, else
 * Windows-1252. Null if it isn’t text. Where the bytes are cut off, half a character may be at their end.
 */
export function textOfBytes(bytes: Uint8Array, { isCut }: { isCut: boolean }): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = bytes.subarray(0, headBytes);
  if (head.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    const [, html, xml] = declared.exec(new TextDecoder('latin1').decode(head)) ?? [];
    return decoder(html ?? xml).decode(bytes);
  }
}

function decoder(label = 'windows-1252'): TextDecoder {
  try {
    return new TextDecoder(/^utf-?8$/i.test(label) ? 'windows-1252' : label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** The maximum of a message’s text that is stored, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** The first `maxBytes` bytes (as UTF-8) of a text, cut between characters. */
export function cutText(text: string, maxBytes: number): { text: string; isCut: boolean } {
  if (text.length * 3 <= maxBytes) return { text: text.toWellFormed(), isCut: false };
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return { text: text.toWellFormed(), isCut: false };
  let end = maxBytes;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return { text: bytes.toString('utf8', 0, end), isCut: true };
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!);

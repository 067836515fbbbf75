let boundaries = 0;

/** Formats a part of a mail. */
export const part = (type: string, body: string, encoding = '7bit', more = '') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n${more}\r\n${body}`;

export function mime(type: string, parts: readonly string[]): string {
  boundaries += 1;
  const boundary = `b${boundaries}`;
  const inner = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return `Content-Type: ${type}; boundary=${boundary}\r\n\r\n${inner}--${boundary}--\r\n`;
}

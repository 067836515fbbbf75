/** A mail as it is saved: who, to whom and about what first, then an empty line and the text. */
export function savedMail(body: string, sentAt: Date): Buffer {
  const end = body.indexOf('\n\n');
  const headers = [
    ...body.slice(0, end).split('\n'),
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <saved-${sentAt.getTime()}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  const text = body.slice(end + 2).replaceAll('\n', '\r\n');
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}\r\n`);
}

import { describe, expect, it } from 'vitest';
import { startGoogle } from '../../index.ts';
import { forThisFile } from '../../testing/for-this-file.ts';

const person = 'ada';
const google = await forThisFile(startGoogle({ filesPerFolder: 1 }));
const token = google.control.authorize({ person }).accessToken;

/** The statuses and bodies, by the id of the part. */
async function batch(paths: readonly string[]): Promise<Map<string, { status: number; body: string }>> {
  const part = (path: string, index: number) =>
    `--b\r\nContent-Type: application/http\r\nContent-ID: <part-${index}>\r\n\r\nGET /gmail/v1/users/me/${path}\r\n\r\n`;
  const response = await fetch(`${google.url}/batch/gmail/v1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/mixed; boundary=b' },
    body: `${paths.map(part).join('')}--b--`,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const boundary = response.headers.get('content-type')!.split('boundary=')[1]!;
  const answers = text.split(`--${boundary}`).slice(1, -1);
  return new Map(
    answers.map((answer) => [
      /Content-ID: <response-(.+)>/.exec(answer)![1]!,
      { status: Number(/HTTP\/1\.1 (\d+)/.exec(answer)![1]), body: answer.split('\r\n\r\n').slice(2).join('\r\n\r\n') },
    ]),
  );
}

describe('a batch of Gmail', () => {
  it('answers each call by itself, and each costs its own units', async () => {
    const [one, two] = google.control.mails({ person });
    const before = google.control.mailUse({ person }).units;
    const answers = await batch([
      `messages/${one!.id}?format=minimal`,
      'messages/0123456789abcdef',
      `messages/${two!.id}`,
    ]);
    expect([...answers.values()].map(({ status }) => status)).toEqual([200, 404, 200]);
    expect(JSON.parse(answers.get('part-0')!.body)).toMatchObject({ id: one!.id });
    expect(JSON.parse(answers.get('part-2')!.body)).toMatchObject({ id: two!.id });
    expect(google.control.mailUse({ person }).units - before).toBe(15);
  });

  it('has at most 100 calls', async () => {
    await expect(batch(Array.from({ length: 101 }, () => 'profile'))).rejects.toThrow('more than the allowed 100');
  });

  it('refuses one of its calls where a test asks for that', async () => {
    const [one, two] = google.control.mails({ person });
    google.control.fail({ path: `/gmail/v1/users/me/messages/${two!.id}`, action: { kind: 'status', status: 429 } });
    const answers = await batch([`messages/${one!.id}`, `messages/${two!.id}`]);
    expect([...answers.values()].map(({ status }) => status)).toEqual([200, 429]);
  });
});

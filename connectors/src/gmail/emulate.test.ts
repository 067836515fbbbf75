import { freePort } from '@sheaf/sandbox';
import { createEmulator } from 'emulate';
import { describeThreads, type ThreadWorld } from '../kit/conformance/index.ts';
import type { HttpClient } from '../kit/http/http.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { gmail } from './index.ts';

/**
 * Runs the suite against `emulate`, an independent Gmail double. The connector may not depend on its mistakes: it has
 * no profile, its history ids have more than 64 bits and never expire, threads have other ids than their first message,
 * and a list by a label that doesn’t exist is empty instead of refused.
 */
type Posted = Parameters<ThreadWorld['outside']['post']>[1];
const email = 'ada@example.com';
const token = 'token-of-ada';

describeThreads('gmail, as `emulate` has it', gmail, async (): Promise<ThreadWorld> => {
  const emulator = await createEmulator({
    service: 'google',
    port: await freePort(),
    seed: { tokens: { [token]: { login: email } }, google: { users: [{ email, name: 'Ada Lindqvist' }] } },
  });
  const url = `${emulator.url.replace('localhost', '127.0.0.1')}/gmail/v1`;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/users/me/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
  const real = testAccount({ urls: { gmail: url }, token: () => token });
  /** Adds the profile that `emulate` lacks; its answer to a watch has the position in the history. */
  const http: HttpClient = {
    async send(request) {
      if (!request.url.endsWith('/profile')) return real.http.send(request);
      const { historyId } = await call('POST', 'watch', { topicName: 'projects/p/topics/t' });
      const profile = { emailAddress: email, historyId };
      const answer = await real.http.send({ ...request, url: `${url}/users/me/labels` });
      return { ...answer, json: async <T>() => profile as T };
    },
  };
  const labels = new Map<string, string>();
  const messageIds = new Map<string, string>();
  let posted = 0;
  return {
    account: { ...real, http },
    outside: {
      async addChannel(name) {
        labels.set(name, (await call('POST', 'labels', { name })).id);
        return name;
      },
      async post(channel, message) {
        posted += 1;
        const messageId = `<${posted}@example.com>`;
        const raw = Buffer.from(rfc5322(message, messageId, messageIds.get(message.answers ?? ''), posted));
        const made = await call('POST', 'messages', {
          raw: raw.toString('base64url'),
          labelIds: [labels.get(channel)!],
        });
        messageIds.set(made.id, messageId);
        return made.id;
      },
      remove: (id) => call('DELETE', `messages/${id}`),
      markRead: (id, isRead) =>
        call('POST', `messages/${id}/modify`, { [isRead ? 'removeLabelIds' : 'addLabelIds']: ['UNREAD'] }),
      file: (id, channel) => call('POST', `messages/${id}/modify`, { addLabelIds: [labels.get(channel)!] }),
    },
    async stop() {
      await real.close();
      await emulator.close();
    },
  };
});

function rfc5322(
  { subject, text, attachment }: Posted,
  messageId: string,
  answers: string | undefined,
  number: number,
): string {
  const at = new Date(Date.now() + number * 1000).toUTCString();
  const lines = [
    'From: Dana Novak <dana@example.com>',
    `To: ${email}`,
    `Subject: ${subject}`,
    `Date: ${at}`,
    `Message-ID: ${messageId}`,
  ];
  if (answers) lines.push(`In-Reply-To: ${answers}`, `References: ${answers}`);
  lines.push('MIME-Version: 1.0');
  const words = ['Content-Type: text/plain; charset=utf-8', '', text];
  if (!attachment) return [...lines, ...words, ''].join('\r\n');
  const name = `=?UTF-8?B?${Buffer.from(attachment.name).toString('base64')}?=`;
  const file = [
    `Content-Type: ${attachment.mimeType}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    Buffer.from(attachment.bytes).toString('base64'),
  ];
  const type = 'Content-Type: multipart/mixed; boundary="b"';
  return [...lines, type, '', '--b', ...words, '--b', ...file, '--b--', ''].join('\r\n');
}

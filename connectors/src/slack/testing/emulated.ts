import { freePort } from '@sheaf/sandbox';
import { createEmulator } from 'emulate';
import type { ThreadWorld } from '../../kit/conformance/index.ts';
import { testAccount } from '../../kit/testing/test-account.ts';

const token = 'xoxp-token-of-ada';

/** An independent Slack double from npm, and somebody who uses it. */
export async function startEmulated(): Promise<ThreadWorld> {
  const user = { name: 'ada', real_name: 'Ada Lindqvist', email: 'ada@example.com' };
  const emulator = await createEmulator({
    service: 'slack',
    port: await freePort(),
    seed: { tokens: { [token]: { login: 'ada' } }, slack: { users: [user], channels: [{ name: 'harbour' }] } },
  });
  const account = testAccount({ urls: { api: `${emulator.url}/api` }, token: () => token });

  async function call(method: string, args: Record<string, string>) {
    const headers = { authorization: `Bearer ${token}` };
    const body = new URLSearchParams(args);
    const answered = await fetch(`${emulator.url}/api/${method}`, { method: 'POST', headers, body });
    const answer = (await answered.json()) as Answer;
    if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async function upload(channel_id: string, name: string, bytes: Uint8Array, initial_comment: string): Promise<void> {
    const length = String(bytes.length);
    const { upload_url, file_id } = await call('files.getUploadURLExternal', { filename: name, length });
    await fetch(upload_url, { method: 'POST', body: bytes as BodyInit });
    const files = JSON.stringify([{ id: file_id, title: name }]);
    await call('files.completeUploadExternal', { files, channel_id, initial_comment });
  }

  /** Ids of channels by their names, and the thread of each answer. */
  const ids = new Map<string, string>();
  const threadOf = new Map<string, string>();
  /** Keys are `channel ts`. */
  const locationOf = (key: string) => {
    const [name = '', ts = ''] = key.split(' ');
    return { channel: ids.get(name)!, ts };
  };
  return {
    account,
    outside: {
      async addChannel(name) {
        ids.set(`#${name}`, (await call('conversations.create', { name })).channel.id);
        return `#${name}`;
      },
      async post(name, { text, answers, attachment }) {
        const channel = ids.get(name)!;
        if (attachment) {
          await upload(channel, attachment.name, attachment.bytes, text);
          return `${name} `;
        }
        const thread = answers && (threadOf.get(answers) ?? locationOf(answers).ts);
        const { ts } = await call('chat.postMessage', { channel, text, ...(thread && { thread_ts: thread }) });
        if (thread) threadOf.set(`${name} ${ts}`, thread);
        return `${name} ${ts}`;
      },
      edit: async (key, text) => void (await call('chat.update', { ...locationOf(key), text })),
      remove: async (key) => void (await call('chat.delete', locationOf(key))),
    },
    async stop() {
      await account.close();
      await emulator.close();
    },
  };
}

interface Answer {
  ok: boolean;
  ts: string;
  channel: { id: string };
  upload_url: string;
  file_id: string;
}

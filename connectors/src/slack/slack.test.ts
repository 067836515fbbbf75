import { startSlack } from '@sheaf/sandbox';
import { describeThreads } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { scopes } from './auth.ts';
import { slack } from './index.ts';

describeThreads('slack', slack, async () => {
  const { urls, control, stop } = await startSlack();
  const { accessToken } = control.authorize({ person: 'ada', scopes });
  const context = testAccount({ urls, token: () => accessToken });
  /** Maps an answer to the message it answers, for answers that are answered themselves. */
  const threadOf = new Map<string, string>();
  return {
    account: context,
    outside: {
      addChannel: async (name) => {
        control.addChannel({ name });
        return `#${name}`;
      },
      async post(channel, { text, answers, attachment }) {
        const thread = answers && (threadOf.get(answers) ?? answers.split(' ')[1]);
        const files = attachment && [
          {
            name: attachment.name,
            mimeType: attachment.mimeType,
            base64: Buffer.from(attachment.bytes).toString('base64'),
          },
        ];
        const ts = control.post({ channel: channel.slice(1), user: 'bruno', text, thread, files });
        if (thread) threadOf.set(`${channel} ${ts}`, thread);
        return `${channel} ${ts}`;
      },
      edit: async (key, text) => control.edit({ ...locationOf(key), text }),
      remove: async (key) => control.remove(locationOf(key)),
      markRead: async (key, isRead) =>
        control.markRead({ ...locationOf(key), ...(!isRead && { ts: '0000000000.000000' }) }),
    },
    async stop() {
      await context.close();
      await stop();
    },
  };
});

function locationOf(key: string) {
  const [channel = '', ts = ''] = key.split(' ');
  return { channel: channel.slice(1), ts };
}

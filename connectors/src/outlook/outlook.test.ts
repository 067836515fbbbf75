import { startGraph } from '@sheaf/sandbox';
import { describeThreads, type ThreadWorld } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { outlook } from './index.ts';

const person = 'bruno';

describeThreads('outlook', outlook, async (): Promise<ThreadWorld> => {
  // Small pages make many of them.
  const graph = await startGraph({ pageSize: 20 });
  const account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
  const folders = new Map<string, string>();
  const { control } = graph;
  return {
    account,
    outside: {
      async addChannel(displayName) {
        folders.set(displayName, control.addMailFolder({ person, displayName }));
        return displayName;
      },
      async post(channel, { subject = '', text, answers, attachment }) {
        const { bytes, ...file } = attachment ?? { bytes: undefined };
        return control.deliverMail({
          person,
          subject,
          text,
          folder: folders.get(channel)!,
          ...(answers !== undefined && { answers }),
          ...(attachment && { files: [{ ...file, base64: Buffer.from(bytes!).toString('base64') } as never] }),
        });
      },
      async remove(id) {
        control.deleteMail({ person, id });
      },
      async markRead(id, isRead) {
        control.markMail({ person, id, isRead });
      },
    },
    async stop() {
      await account.close();
      await graph.stop();
    },
  };
});

import { startGoogle } from '@sheaf/sandbox';
import { describeThreads, type ThreadWorld } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { gmail } from './index.ts';

const person = 'ada';

describeThreads('gmail', gmail, async (): Promise<ThreadWorld> => {
  // Small pages make many of them.
  const google = await startGoogle({ pageSize: 20 });
  const account = testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken });
  const labels = new Map<string, string>();
  const { control } = google;
  return {
    account,
    outside: {
      async addChannel(name) {
        labels.set(name, control.addLabel({ person, name }));
        return name;
      },
      async post(channel, { subject = '', text, answers, attachment }) {
        const { bytes, ...file } = attachment ?? { bytes: undefined };
        return control.addMail({
          person,
          subject,
          text,
          labelIds: [labels.get(channel)!],
          ...(answers !== undefined && { answers }),
          ...(attachment && { files: [{ ...file, base64: Buffer.from(bytes!).toString('base64') } as never] }),
        });
      },
      async remove(id) {
        control.deleteMail({ person, id });
      },
      async markRead(id, isRead) {
        control.modifyMail({ person, id, [isRead ? 'remove' : 'add']: ['UNREAD'] });
      },
      async file(id, channel) {
        control.modifyMail({ person, id, add: [labels.get(channel)!] });
      },
    },
    async stop() {
      await account.close();
      await google.stop();
    },
  };
});

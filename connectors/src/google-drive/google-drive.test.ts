import { startGoogle } from '@sheaf/sandbox';
import { type ConformanceWorld, describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

const person = 'ada';

/** With all oddities at once, and a shared drive; the other tests here have a friendly account. */
describeConnector('google-drive', googleDrive, async (): Promise<ConformanceWorld> => {
  const google = await startGoogle({ pageSize: 20, filesPerFolder: 1 });
  const team = google.control.addSharedDrive({ person, name: 'Team' });
  google.control.add({ person, name: 'ours.txt', text: 'ours', parent: team });
  google.control.setOddities({
    person,
    groups: 'drop children',
    incompleteSearches: 2,
    flatListsShift: true,
    hashlessEvery: 2,
    uploadsKeepLess: true,
    resourceKeys: true,
  });
  const account = testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken });
  const outside = google.outside(person);
  return {
    account,
    outside,
    keepsModifiedAt: true,
    async addNative(folder) {
      const mimeType = 'application/vnd.google-apps.document';
      google.control.add({ person, name: 'A letter', parent: outside.idAt(folder), mimeType });
      return [...folder, 'A letter'];
    },
    async stop() {
      await account.close();
      await google.stop();
    },
  };
});

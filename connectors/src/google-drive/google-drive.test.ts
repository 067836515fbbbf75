import { startGoogle } from '@sheaf/sandbox';
import { type ConformanceWorld, describeConnector } from '../kit/conformance/index.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

const person = 'ada';
const FILES = '/drive/v3/files';
const MEDIA = `${FILES}/*`;

/** An account with all oddities and a shared drive; the other tests here use a friendly account. */
describeConnector(
  'google-drive',
  googleDrive,
  async (): Promise<ConformanceWorld> => {
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
      failing: {
        ...google.control,
        fail(fault) {
          const isDownload = fault.path === MEDIA;
          google.control.fail({ ...fault, ...(isDownload && { nth: 2 }) });
          // The request for the file’s metadata is sent together with that for its bytes. Its answer comes late, after
          // the bytes were cut off.
          if (isDownload) google.control.fail({ path: MEDIA, action: { kind: 'delay', ms: 30 } });
        },
        paths: { list: FILES, listAll: FILES, download: MEDIA, mkdir: FILES, copy: `${FILES}/*/copy` },
      },
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
  },
  { canFail: true },
);

import { expect, it } from 'vitest';
import { announcementOf } from './upload-announcement.ts';
import { newItem, summaryOf, type UploadItem } from './upload-item.ts';

const item = (change: Partial<UploadItem>): UploadItem => ({
  ...newItem(
    { file: new File(['12345678'], 'plan.txt'), path: 'plan.txt' },
    { folderId: null, name: 'My files' },
    null,
  ),
  ...change,
});

const busy = 'The server is busy. Try again in a few minutes.';

it.each<[Partial<UploadItem>[], string]>([
  [[{ state: 'sending', sent: 2 }], 'Uploading 1 file'],
  // The text doesn’t change with every percent.
  [[{ state: 'sending', sent: 7 }], 'Uploading 1 file'],
  [[{ state: 'sending' }, { state: 'retrying' }], 'Uploading 2 files. Retrying…'],
  [[{ state: 'offline' }, { state: 'retrying' }], 'Uploading 2 files. Waiting for connection.'],
  [[{ state: 'done' }, { state: 'failed', problem: busy }], `1 file failed. ${busy}`],
  [[{ state: 'done' }, { state: 'skipped' }], '2 files uploaded'],
  [[{ state: 'cancelled' }], 'Uploads canceled'],
])('%o is announced as “%s”', (items, text) => {
  expect(announcementOf(summaryOf(items.map(item)))).toBe(text);
});

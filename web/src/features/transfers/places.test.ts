import type { MyFiles, SourceAccount } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { accountAt } from '../../testing/accounts.ts';
import { canTransfer, placesOf } from './places.ts';

const account = accountAt('google-drive', 'Google Drive', { id: 'drive', files: 3 });
const myFiles: MyFiles = { id: 'mine', name: 'My files', source: { slug: 'uploads', name: 'My files' }, files: 0 };
const place = (change: Partial<SourceAccount>) => placesOf([{ ...account, ...change }], [])[0]!;

it('lets a connected account give and take files', () => {
  expect(place({})).toMatchObject({ id: 'drive', cannotGive: null, cannotTake: null, note: null });
});

it.each(['disconnected', 'needs_reauth'] as const)(
  'lets an account that is %s do neither, with the reason',
  (status) => {
    expect(place({ status }).cannotGive).toMatch(/Reconnect it in Apps/);
    expect(place({ status }).cannotTake).toMatch(/Reconnect it in Apps/);
  },
);

it('takes nothing from an account without files here, but puts files into it', () => {
  expect(place({ files: 0 })).toMatchObject({ cannotTake: null, cannotGive: expect.stringContaining('Apps') });
  expect(place({ files: 0, status: 'syncing' }).cannotGive).toMatch(/in a moment/);
});

it('puts files into an empty My files, but takes files from it only when it has some', () => {
  expect(placesOf([], [myFiles])).toMatchObject([{ cannotTake: null, cannotGive: 'It’s empty.' }]);
  expect(placesOf([], [{ ...myFiles, files: 1 }])).toMatchObject([{ cannotTake: null, cannotGive: null }]);
});

it('notes accounts that are not fully synced', () => {
  expect(place({ status: 'syncing' }).note).toMatch(/Still syncing/);
  const file_selected_folders = [{ id: 'a', name: 'A' }];
  const settings = { ...account.settings, file_mode: 'selected' as const, file_selected_folders };
  expect(place({ settings })).toMatchObject({ note: expect.stringMatching(/synced folders/), syncedFolders: 1 });
  expect(place({}).syncedFolders).toBeNull();
});

it('needs one place that gives and another that takes', () => {
  const other = { ...account, id: 'box' };
  expect(canTransfer(placesOf([account], []))).toBe(false);
  expect(canTransfer(placesOf([account], [myFiles]))).toBe(true);
  expect(canTransfer(placesOf([{ ...account, files: 0 }], [myFiles]))).toBe(false);
  expect(canTransfer(placesOf([account, { ...other, files: 0 }], []))).toBe(true);
  expect(canTransfer(placesOf([account, { ...other, status: 'disconnected' }], []))).toBe(false);
  expect(
    canTransfer(
      placesOf(
        [account, other].map((one) => ({ ...one, files: 0 })),
        [],
      ),
    ),
  ).toBe(false);
});

it('leaves out accounts of chats and mail', () => {
  expect(placesOf([{ ...account, source: { ...account.source, holds: 'chats' } }], [])).toEqual([]);
});

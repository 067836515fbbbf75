import { upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';
import { zip } from './zip.ts';

test('a file in an archive is shown and downloaded, and copies of a file are cleaned up', { tag: '@long' }, async ({
  page,
}) => {
  const person = await newPerson();
  const archive = zip({
    'Letters/2026/rent.md': '# The rent is due',
    'Letters/draft.txt': 'a draft',
    'cover.txt': 'x',
  });
  const id = await upload(person, 'letters.zip', archive);
  await upload(person, 'copy of letters.zip', archive);
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const preview = page.getByRole('dialog', { name: 'letters.zip' });
  await expect(preview.getByRole('list', { name: 'In the archive' })).toBeVisible();
  await preview.getByRole('button', { name: 'Letters' }).click();
  await preview.getByRole('button', { name: '2026' }).click();
  await preview.getByRole('button', { name: /^rent\.md/ }).click();
  await expect(
    preview.locator('iframe').contentFrame().getByRole('heading', { name: 'The rent is due' }),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download this file' }).click();
  expect((await download).suggestedFilename()).toBe('rent.md');

  await page.goto('/duplicates');
  await page.getByRole('button', { name: /^Keep one copy of/ }).click();
  await page.getByRole('button', { name: 'Move 1 copy to trash' }).click();
  await expect(toast(page, '1 copy moved to trash')).toBeVisible();
  await expect(page.getByText('No duplicates')).toBeVisible();
});

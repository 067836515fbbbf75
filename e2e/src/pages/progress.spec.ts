import { documents, type SharedMember } from '@sheaf/contract';
import { card, chooseAction, connect } from '../setup/apps.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

/** Tests what takes long only with many documents: here the server's answers contain the progress. */

const pageOf = <T>(...data: T[]) => ({ data, pagination: { currentPage: 1, perPage: 100, total: data.length } });

test('a large account that is deleted shows its progress until it is gone', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const { account } = await connect(person, 'dropbox', 'ada');
  const removing = (processed: number, total: number) =>
    pageOf({ ...account, status: 'removing', removal: { processed, total } });
  let accounts: object = pageOf(account);
  await page.route(/user\/sources-accounts/, (route) => route.fulfill({ json: accounts }));
  await page.route(/sources\/delete\//, (route) => {
    accounts = removing(12_000, 100_000);
    return route.fulfill({ json: { data: { success: true } } });
  });
  await enterAs(page, person);
  await page.goto('/apps');
  const dropbox = card(page, 'Dropbox');
  await chooseAction(page, 'Dropbox', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('textbox').fill(account.name);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'is being removed')).toBeVisible();
  await expect(dropbox).toContainText('Removing… 12,000 of 100,000 files');
  await expect(dropbox.getByRole('progressbar', { name: /^Removal of Dropbox/ })).toHaveAttribute(
    'aria-valuenow',
    '12',
  );
  await expect(dropbox.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Places' }).getByText('Dropbox')).toHaveCount(0);
  await expectSound(page);
  accounts = removing(60_000, 100_000);
  await expect(dropbox).toContainText('Removing… 60,000 of 100,000 files');
  // Such as messages.
  accounts = removing(0, 0);
  await expect(dropbox).not.toContainText('files');
  await expect(dropbox).toContainText('Removing…');
  accounts = pageOf();
  await expect(dropbox).toBeHidden();
});

test('members who leave and folders that are shared show their progress', { tag: '@long' }, async ({ page }) => {
  const owner = await newPerson();
  const documentId = await upload(owner, 'plan.txt', 'A plan');
  await enterAs(page, owner);

  const farid = { id: crypto.randomUUID(), name: 'Farid Former', total: 100_000, processed: 12_000 };
  let departures = [farid];
  await page.route('/api/organization/departures', (route) => route.fulfill({ json: { data: departures } }));
  await page.goto('/members');
  const leaving = page.getByRole('list', { name: 'Members being removed' });
  await expect(leaving).toContainText('Removing Farid Former… 12,000 of 100,000 files');
  await expect(leaving.getByRole('progressbar', { name: 'Removal of Farid Former' })).toHaveAttribute(
    'aria-valuetext',
    '12%',
  );
  await expectSound(page);
  departures = [];
  await expect(leaving).toBeHidden();

  const design: SharedMember = {
    kind: 'group',
    id: crypto.randomUUID(),
    name: 'Design',
    email: '',
    avatar: null,
    members: 3,
    documents: 1,
    permission: 'view',
    via: null,
    group: null,
    progress: 40,
  };
  await page.route(/user\/share-files\/members/, (route) => route.fulfill({ json: pageOf(design) }));
  await page.goto(`/directory?preview=${documentId}`);
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "plan.txt"' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'Design' });
  await expect(row).toContainText('Sharing… 40%');
  await expectSound(page);
  design.progress = null;
  await expect(row.getByRole('combobox')).toHaveValue('view');
});

test('an upload is retried while the server is too busy, and fails with a message', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect('503 POST /api/uploads');
  const person = await newPerson();
  await page.clock.install();
  await enterAs(page, person);
  await page.goto('/directory');
  await page.route(/\/api\/uploads$/, (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '1' } }));
  const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('A film') };
  await page.getByLabel('Files to upload').setInputFiles(film);
  const tray = page.getByRole('region', { name: 'Uploads' });
  const row = tray.getByRole('listitem').filter({ hasText: 'film.mp4' });
  await expect(row).toContainText('Retrying…');
  await expect(tray.getByRole('status')).toHaveText('Uploading 1 file. Retrying…');
  const message = 'The server is busy. Try again in a few minutes.';
  // The pauses between attempts are long, so the page's clock is advanced.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(row).toContainText(message, { timeout: 200 });
  }).toPass();
  await expect(tray.getByRole('status')).toHaveText(`1 file failed. ${message}`);
  await expectSound(page);
  await page.unroute(/\/api\/uploads$/);
  await row.getByRole('button', { name: 'Retry film.mp4' }).click();
  await expect(tray.getByRole('status')).toHaveText('1 file uploaded');
  expect((await person.call(documents.list)).data.map(({ name }) => name)).toEqual(['film.mp4']);
});

import type { Page } from '@playwright/test';
import { documents, invites, members, organizations, sharing } from '@sheaf/contract';
import { card, chooseAction, connect } from '../setup/apps.ts';
import { row, rows, test, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { boxOf, expect, stored, toast } from '../setup/test.ts';

test.beforeEach(({ problems }) => {
  // Some files have no thumbnail, which is known after the first attempt; of many at once some have to wait.
  problems.expect(/^(404|503) GET \/storage\/thumbnails\//);
});

const places = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });

/** The name of the place or folder is the title of the page; below Directory, breadcrumbs lead to the folders above. */
async function expectAt(page: Page, ...names: string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names.at(-1)!);
  await expect(crumbs(page)).toHaveText(['Directory', ...names.slice(0, -1)].join(''));
}

/** Creates Plans › Harbor › quay plan.txt in My files, and notes.txt at the top level. */
async function withFolders(): Promise<Person & { plans: string; harbor: string }> {
  const person = await newPerson({ name: 'Petra Places' });
  const folder = async (name: string, parent_id: string | null) =>
    (await person.call(documents.createFolder, { body: { name, parent_id } })).data.id;
  const plans = await folder('Plans', null);
  const harbor = await folder('Harbor', plans);
  const id = await upload(person, 'quay plan.txt', 'A plan');
  await person.call(documents.change, { params: { id }, body: { parent_id: harbor } });
  await upload(person, 'notes.txt', 'Notes');
  return { ...person, plans, harbor };
}

test('an account opens at its top level, folders first, and breadcrumbs lead through it', { tag: '@sound' }, async ({
  page,
  librarian,
}) => {
  await enterAs(page, librarian);
  await page.goto('/directory');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const drive = places(page).getByRole('link', { name: /^Google Drive/ });
  await expect(drive).toContainText('ada@example.com');
  await expect(drive).toContainText('Connected');
  await drive.click();
  await expect(page).toHaveURL(/place=[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle('Google Drive · Sheaf');
  await expect(drive).toHaveAttribute('aria-current', 'page');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }),
  ).not.toHaveAttribute('aria-current', 'page');
  await expectAt(page, 'Google Drive');
  await expect(page.getByRole('columnheader', { name: 'Location' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload' })).toBeEnabled();
  await row(page, 'Documents').click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/place=.+&in=/);
  await expectAt(page, 'Google Drive', 'Documents');
  await expect(row(page, 'Handbook with pictures')).toBeVisible();
  await expectSound(page);
  await crumbs(page).getByRole('link', { name: 'Google Drive' }).click();
  await expectAt(page, 'Google Drive');
  await crumbs(page).getByRole('link', { name: 'Directory' }).click();
  await expect(page).toHaveURL('/directory');
});

test('the Location column leads to the folder, with the keyboard too', { tag: '@long' }, async ({ page }) => {
  const person = await withFolders();
  await enterAs(page, person);
  await page.goto('/directory');
  const location = row(page, 'quay plan').getByRole('link').last();
  await expect(location).toHaveText('My files › Plans › Harbor');
  await location.click();
  await expect(page).toHaveURL(new RegExp(`/directory\\?place=my-files&in=${person.harbor}&org=`));
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await row(page, 'notes.txt').click();
  await row(page, 'notes.txt').getByRole('link').last().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory?place=my-files');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Plans');
});

test('names have room at every width', { tag: '@long' }, async ({ page }) => {
  const person = await withFolders();
  await enterAs(page, person);
  await page.goto('/directory');
  for (const width of [1440, 1344, 1280, 1201, 1024, 800, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const cell = page.getByRole('columnheader', { name: 'Name' });
    await expect.poll(async () => (await boxOf(cell)).width, { message: `at ${width}` }).toBeGreaterThan(180);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: `pixels wider than ${width}` }).toBeLessThanOrEqual(0);
  }
});

test('a search in a folder covers everything below it, and can be extended to everywhere', { tag: '@long' }, async ({
  page,
}) => {
  const person = await withFolders();
  await enterAs(page, person);
  await page.goto(`/directory?place=my-files&in=${person.plans}`);
  await expect(rows(page)).toHaveCount(1);
  const field = page.getByRole('combobox', { name: 'Search documents' });
  await field.fill('PLAN');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`in=${person.plans}.*search=PLAN`));
  await expect(row(page, 'quay plan').locator('mark')).toHaveText('plan');
  await expect(row(page, 'quay plan').getByRole('link').last()).toHaveText('My files › Plans › Harbor');
  await expectSound(page);
  await field.fill('notes');
  await expect(page.getByRole('heading', { name: 'No results for “notes”' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(page).toHaveURL('/directory?search=notes');
  await expect(rows(page)).toHaveCount(1);
});

test('My files creates new folders in the current one', async ({ page }) => {
  const person = await withFolders();
  await enterAs(page, person);
  await page.goto('/directory');
  await places(page).getByRole('link', { name: 'My files' }).click();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().dblclick();
  await expectAt(page, 'My files', 'Plans');
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder in Plans' });
  await dialog.getByLabel('Name').fill('Quarry');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(row(page, 'Quarry')).toBeVisible();
  await row(page, 'Quarry').dblclick();
  await expectAt(page, 'My files', 'Plans', 'Quarry');
});

test('shared documents are shown by their topmost folder, and opened ones are recent', { tag: '@sound' }, async ({
  page,
}) => {
  const owner = await withFolders();
  const organizationId = (await owner.call(organizations.list)).data[0]!.id;
  const guest = await newPerson({ name: 'Gus Guest' });
  await joinAsGuest(owner, guest);
  const gus = (await owner.call(members.list)).data.find(({ name }) => name === 'Gus Guest')!;
  await owner.call(sharing.share, { body: { inviting_ids: [gus.id], document_ids: [owner.plans] } });
  await enterAs(page, guest, { show: '1', org_id: organizationId });
  await page.goto('/directory');
  await expect(places(page).getByRole('link')).toHaveText(['Shared with me', 'Recent', 'Starred', 'Trash']);
  await places(page).getByRole('link', { name: 'Shared with me' }).click();
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'Plans').dblclick();
  await expectAt(page, 'Shared with me', 'Plans');
  await expectSound(page);
  await places(page).getByRole('link', { name: 'Recent' }).click();
  await expect(page.getByText('No recent files yet')).toBeVisible();
  await page.goBack();
  await row(page, 'Harbor').dblclick();
  await row(page, 'quay plan').dblclick();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('quay plan.txt');
  await page.keyboard.press('Escape');
  await places(page).getByRole('link', { name: 'Recent' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'quay plan').getByRole('link').last()).toHaveText('Shared with me › Plans › Harbor');
});

async function joinAsGuest(owner: Person, guest: Person): Promise<void> {
  await owner.call(invites.create, { body: { email: guest.email, role: 'guest' } });
  const { text } = await mailTo(guest.email, /invites you to/);
  const slug = /\/accept-member-invite\/(\S+)/.exec(text)![1]!;
  await guest.call(invites.accept, { body: { slug } });
}

test('an account gets a name, which is shown everywhere', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson({ name: 'Nell Namer' });
  await connect(person, 'dropbox', 'bruno');
  await enterAs(page, person);
  await page.goto('/apps');
  await chooseAction(page, 'bruno@example.com', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename account' });
  await expect(dialog).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Name').fill('ab');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('Name length must be more than 3')).toBeVisible();
  await dialog.getByLabel('Name').fill('Studio archive');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Studio archive')).toContainText('Dropbox · bruno@example.com');
  const link = places(page).getByRole('link', { name: /^Studio archive/ });
  await expect(link).toContainText('bruno@example.com');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('studio');
  await page.getByRole('option', { name: /Studio archive/ }).click();
  await expect(page).toHaveURL(/place=/);
  await expectAt(page, 'Studio archive');
  await expect(page.getByRole('heading', { name: 'Not synced yet' })).toBeVisible();
});

test('places collapse, stay collapsed, and stay short with many accounts', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson({ name: 'Mona Many' });
  await enterAs(page, person);
  const one = (await connect(person, 'dropbox', 'ada')).account;
  const accounts = Array.from({ length: 12 }, (_, n) => ({
    ...one,
    id: crypto.randomUUID(),
    name: `n${n}@example.com`,
  }));
  await page.route(/user\/sources-accounts/, (route) =>
    route.fulfill({ json: { data: accounts, pagination: { currentPage: 1, perPage: 100, total: accounts.length } } }),
  );
  await page.goto('/directory');
  const links = places(page).getByRole('link');
  await expect(links).toHaveCount(1 + 5 + 5);
  await places(page).getByRole('button', { name: 'See more: accounts' }).click();
  await expect(links).toHaveCount(1 + 12 + 5);
  await expectSound(page);
  await page.getByRole('button', { name: 'Places', exact: true }).click();
  await expect(links).toHaveCount(0);
  expect((await stored(page)).places).toBe('1');
  await page.reload();
  const toggle = page.getByRole('button', { name: 'Places', exact: true });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.press('Enter');
  await expect(links).toHaveCount(11);
  await page.getByRole('button', { name: 'Hide menu' }).click();
  await expect(places(page).getByRole('link', { name: 'My files' })).toBeVisible();
  await expectSound(page);
});

test('phones have the places in the drawer, and the location beneath the name', { tag: '@phone' }, async ({ page }) => {
  const person = await withFolders();
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(row(page, 'quay plan')).toContainText('My files › Plans › Harbor');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'My files' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/directory?place=my-files');
  await expect(rows(page)).toHaveCount(2);
  await row(page, 'Plans').tap();
  await row(page, 'Harbor').tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor');
  await crumbs(page).getByRole('link', { name: 'Plans' }).tap();
  await expect(page).toHaveURL(new RegExp(`/directory\\?place=my-files&in=${person.plans}&org=`));
});

test('the sidebar names the workspace, and switching says which one is current', { tag: ['@long', '@looks'] }, async ({
  page,
}) => {
  const person = await newPerson({ name: 'Wanda Works' });
  await person.call(organizations.create, { body: { name: 'Second home' } });
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Directory');
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  const workspace = page.getByRole('button', { name: /^Workspace:/ });
  await expect(workspace).toHaveText(/Wanda Works's workspace/);
  await workspace.click();
  await page.getByRole('menuitemradio', { name: /Second home/ }).click();
  await expect(toast(page, 'You’re now in Second home')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Directory');
  if (await menu.isVisible()) await menu.click();
  await expect(workspace).toHaveText(/Second home/);
});

import { contract } from '@sheaf/contract';
import { card, chooseAction, connect, figure, sandboxPages, sync } from '../setup/apps.ts';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { callAs, enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test, tick, toast } from '../setup/test.ts';

const { sources } = contract;

test.beforeEach(({ problems }) => problems.expect(sandboxPages));

test('an app is added: denied, then allowed, then left to be set up later', async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/apps');
  await page.getByRole('main').getByRole('button', { name: 'Add app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect an app' });
  await expect(dialog).toContainText('Connect apps to centralize and sync content.');
  await expect(dialog.getByRole('button', { name: /WebDAV/ })).not.toContainText('Sandbox');
  await dialog.getByRole('button', { name: /Google Drive.*Sandbox/ }).click();

  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Access wasn’t granted' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();

  await expect(toast(page, 'bruno@example.com is connected')).toBeVisible();
  const settings = page.getByRole('dialog', { name: 'Choose what to sync' });
  await expect(settings).toContainText('bruno@example.com');
  await settings.getByRole('button', { name: 'Cancel' }).click();
  const account = card(page, 'bruno@example.com');
  await expect(account).toContainText('Nothing chosen yet');
  await expect(account.getByRole('button', { name: 'Sync now' })).toBeHidden();
  await account.getByRole('button', { name: 'Choose what to sync' }).click();
  await expect(settings).toBeVisible();
});

test('a folder is chosen in the tree and synced; choosing less shows how much is removed', async ({ page }) => {
  const person = await newPerson();
  await connect(person, 'google-drive', 'ada');
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'ada@example.com');
  await account.getByRole('button', { name: 'Choose what to sync' }).click();
  const settings = page.getByRole('dialog', { name: /^(Choose what to sync|Sync settings)$/ });
  await tick(settings.getByRole('radio', { name: 'Chosen folders' }));
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();

  const tree = settings.getByRole('tree', { name: 'Folders' });
  const finance = tree.getByRole('treeitem', { name: 'Finance' });
  await expect(finance).toHaveAttribute('aria-expanded', 'false');
  await finance.focus();
  await page.keyboard.press('ArrowRight');
  await expect(finance).toHaveAttribute('aria-expanded', 'true');
  const inner = tree.getByRole('treeitem', { name: 'Budgets' });
  await expect(inner).toHaveAttribute('aria-checked', 'false');
  await inner.click();
  await expect(inner).toHaveAttribute('aria-checked', 'true');
  await expect(finance).toHaveAttribute('aria-checked', 'mixed');
  await settings.getByRole('button', { name: 'Save' }).click();

  await expect(toast(page, 'Sync settings saved')).toBeVisible();
  await expect(account).toContainText('1 folder');
  await expect(account.getByText('Connected', { exact: true })).toBeVisible(inBackground);
  await expect(figure(account, 'Last sync')).toHaveText('just now');
  await expect(figure(account, 'Files')).toHaveText(/^[1-9]/);

  await account.getByRole('button', { name: 'Sync settings' }).click();
  await tick(settings.getByRole('radio', { name: 'Nothing' }));
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('alert')).toContainText(/This removes \d+ documents? from Sheaf/);
  await settings.getByRole('button', { name: 'Back' }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByRole('button', { name: 'Remove and save' }).click();
  await expect(figure(account, 'Files')).toHaveText('0', inBackground);
});

test('a sync shows its progress on the card and in the header', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const { cloud } = await connect(person, 'dropbox', 'chen');
  // Every file is delayed until the sync was seen.
  const path = '/content/2/files/download';
  await cloud('fail', { path, times: 10_000, action: { kind: 'delay', ms: 3_000 } });
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'chen@example.com');
  await account.getByRole('button', { name: 'Choose what to sync' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(account.getByRole('progressbar', { name: 'Sync of Dropbox, chen@example.com' })).toBeVisible();
  await expect(account).toContainText(/Syncing \d+ of \d+ files?/, inBackground);
  await expect(page.getByRole('banner').getByRole('button', { name: /sync/i })).toBeVisible();
  await cloud('clearFaults', { path });
  await expect(account.getByText('Connected', { exact: true })).toBeVisible(inBackground);
  await expect(account.getByRole('progressbar', { name: /^Sync of/ })).toBeHidden();
});

test('failures are shown with their reasons, and retried', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const connected = await connect(person, 'google-drive', 'bruno');
  const name = `Refused ${Date.now()}.txt`;
  const id = await connected.cloud<string>('add', { person: 'bruno', name, text: 'not yet' });
  const refused = { kind: 'status', status: 403, reason: 'cannotDownloadFile' };
  const path = `/drive/v3/files/${id}`;
  await connected.cloud('fail', { path, times: 100, action: refused });
  await sync(person, connected);
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'bruno@example.com');
  await account.getByRole('button', { name: /failed$/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Failed items' });
  const row = drawer.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Tried once');
  await expectSound(page);
  await connected.cloud('clearFaults', { path });
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect(toast(page, 'Trying again now')).toBeVisible();
  await expect(drawer).toBeHidden();
  const failing = async () => (await person.call(sources.failures, { params: { id: connected.account.id } })).data;
  await expect.poll(async () => (await failing()).map((one) => one.name), inBackground).not.toContain(name);

  // The card counts at the end of the run.
  await expect(account.getByText('Connected', { exact: true })).toBeVisible(inBackground);
  const fresh = `Fresh ${Date.now()}.txt`;
  const before = Number((await figure(account, 'Files').textContent())!.replaceAll(',', ''));
  await connected.cloud('add', { person: 'bruno', name: fresh, text: 'new' });
  await account.getByRole('button', { name: 'Sync now' }).click();
  await expect(figure(account, 'Files')).toHaveText((before + 1).toLocaleString('en'), inBackground);
});

test('an account is disconnected, connected again only as itself, and deleted by its name', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  const person = await newPerson();
  const connected = await connect(person, 'dropbox', 'ada');
  await sync(person, connected);
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'ada@example.com');
  const files = await figure(account, 'Files').textContent();
  await account.getByRole('button', { name: /^Disconnect/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(account).toContainText('Disconnected');
  await expect(figure(account, 'Files')).toHaveText(files!);

  problems.expect('409 POST /api/sources/oauth-authorization');
  await account.getByRole('button', { name: 'Reconnect' }).click();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText(/That’s a different account \(bruno@example\.com\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await tick(page.getByLabel(/Ada Lindqvist/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(account).toContainText('Connected');
  expect((await person.call(sources.accounts)).data).toMatchObject([{ id: connected.account.id }]);

  await chooseAction(page, 'ada@example.com', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('textbox').fill('ada');
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No apps connected' })).toBeVisible();
});

test('our own consent page says what is wrong with an address', { tag: '@long' }, async ({ page, problems }) => {
  await enterAs(page, await newPerson());
  await page.goto('/apps');
  await page.getByRole('button', { name: /WebDAV/ }).click();
  await expect(page.getByRole('heading', { name: 'Connect WebDAV' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page);

  problems.expect('422 POST /api/sources/credentials');
  await page.getByLabel('Address').fill('not an address');
  await page.getByLabel('Username').fill('robin');
  await page.getByRole('textbox', { name: 'Password' }).fill('secret');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('An address that begins with http:// or https://')).toBeVisible();
  await page.getByLabel('Address').fill('http://10.0.0.1/dav');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/10\.0\.0\.1 is a private address/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/apps$/);
});

test('all pages of apps fit a phone and are accessible', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  // Not Chen’s: transfers of other tests delay and refuse files there, and count how often.
  const drive = await connect(person, 'google-drive', 'bruno');
  await connect(person, 'dropbox', 'ada');
  await sync(person, drive);
  await enterAs(page, person);
  await page.goto('/apps');
  await expect(card(page, 'bruno@example.com')).toContainText('All files');
  await expectSound(page);
  await card(page, 'bruno@example.com').getByRole('button', { name: 'Sync settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Sync settings' });
  await tick(settings.getByRole('radio', { name: 'Chosen folders' }));
  await expect(settings.getByRole('treeitem').first()).toHaveAttribute('aria-checked', 'false');
  await expectSound(page);
});

test('an account that was given to another member has its files and no access; their own login is connected beside it', {
  tag: '@long',
}, async ({ page }) => {
  const [owner, leaving] = [await newPerson({ name: 'Olga Owner' }), await newPerson({ name: 'Lea Leaving' })];
  await owner.call(contract.invites.create, { body: { email: leaving.email } });
  const slug = /accept-member-invite\/(\S+)/.exec((await mailTo(leaving.email, /invites you to/)).text)![1]!;
  const { organization_id } = (await leaving.call(contract.invites.accept, { body: { slug } })).data;
  const there = { ...leaving, call: callAs(leaving.token, { Organization: organization_id }) };
  await connect(there, 'google-drive', 'ada');
  const { id } = (await owner.call(contract.auth.user)).data;
  await there.call(contract.members.leave, { body: { content: 'hand_over', hand_over_to: id } });
  const mail = await mailTo(leaving.email, /^You left /);
  expect(mail.text).toContain('Google Drive (ada@example.com)');

  await enterAs(page, owner);
  await page.goto('/apps');
  const handed = card(page, 'ada@example.com');
  await expect(handed).toContainText('Disconnected');
  await expect(handed).toContainText('Given to you by Lea Leaving, without access to their Google Drive.');
  await handed.getByRole('button', { name: 'Connect' }).click();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(toast(page, 'bruno@example.com is connected')).toBeVisible();
  await page.getByRole('dialog', { name: 'Choose what to sync' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 'bruno@example.com')).toContainText('Nothing chosen yet');
  await expect(handed).toContainText('Disconnected');
});

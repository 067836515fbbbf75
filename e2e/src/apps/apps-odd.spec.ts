import { contract, planLimits } from '@sheaf/contract';
import { provide, serveFolder, startRclone } from '../../../sandbox/src/index.ts';
import { card, connect, figure, type SandboxPerson, sandboxPages, sync } from '../setup/apps.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test, toast } from '../setup/test.ts';

const { sources } = contract;

test('an account that lost most of its files asks before copies go', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const connected = await connect(person, 'google-drive', 'chen');
  const folder = 'application/vnd.google-apps.folder';
  const add = (given: object) => connected.cloud<string>('add', { person: 'chen', ...given });
  const shelf = await add({ name: `Shelf ${Date.now()}`, mimeType: folder });
  for (let at = 0; at < 60; at++) await add({ name: `File ${at}.txt`, text: 'here', parent: shelf });
  const choice = { file_mode: 'selected', file_selected_folders: [{ id: shelf, name: 'Shelf' }] } as const;
  await sync(person, connected, { ...choice, file_selected_folders: [...choice.file_selected_folders] });
  await connected.cloud('trash', { person: 'chen', id: shelf });
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'chen@example.com');
  const brake = account.getByRole('region', { name: /^This account lost 100% of its files/ });
  const syncNow = account.getByRole('button', { name: 'Sync now' });
  // The cloud may have reported it already; then the question comes at once.
  await expect(syncNow.or(brake).first()).toBeVisible();
  if (await syncNow.isVisible()) await syncNow.click({ timeout: 5_000 }).catch(() => {});
  await expect(brake).toContainText('60 of 60 files were deleted in the app', inBackground);
  await expectSound(page);
  await brake.getByRole('button', { name: 'Keep the copies' }).click();
  await expect(toast(page, 'Copies kept')).toBeVisible();
  await expect(brake).toBeHidden();
  await expect(figure(account, 'Files')).toHaveText('60');
});

test('the plan’s number of accounts is enforced before the consent page', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  const person = await newPerson();
  const several: [string, SandboxPerson][] = [
    ['google-drive', 'ada'],
    ['google-drive', 'bruno'],
    ['google-drive', 'chen'],
    ['dropbox', 'ada'],
    ['dropbox', 'bruno'],
  ];
  for (const [source, whose] of several.slice(0, planLimits.free.accounts)) await connect(person, source, whose);
  await enterAs(page, person);
  await page.goto('/apps');
  problems.expect('402 POST /api/sources/oauth-process');
  await page.getByRole('button', { name: /^Dropbox/ }).click();
  await expect(toast(page, /includes 5 connected accounts/)).toBeVisible();
  await expect(page).toHaveURL(/\/apps$/);
});

test.describe('a WebDAV server', () => {
  const rclone = provide('rclone');
  test.skip(rclone === null, 'rclone is not here');

  test('is connected on our own page, after a wrong password, and synced', { tag: '@long' }, async ({
    page,
    problems,
  }) => {
    const served = await serveFolder();
    const server = await startRclone(rclone!, served.root);
    await served.mkdir(['Letters']);
    await served.write(['Letters', 'hello.txt'], Buffer.from('hello'));
    await enterAs(page, await newPerson());
    await page.goto('/apps');
    await page.getByRole('button', { name: /WebDAV/ }).click();
    await page.getByLabel('Address').fill(server.url);
    await page.getByLabel('Username').fill(server.username);
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('wrong');
    problems.expect('422 POST /api/sources/credentials', sandboxPages);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(password).toHaveAccessibleDescription(/refuses the username or the password/);
    await password.fill(server.password);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog', { name: 'Choose what to sync' }).getByRole('button', { name: 'Save' }).click();
    const account = page.getByRole('article', { name: /WebDAV/ });
    await expect(figure(account, 'Files')).toHaveText('1', inBackground);
    await expect(account).not.toContainText('Sandbox');
    await server.stop();
    await served.stop();
  });
});

test('a reload of the page after a consent page shows the result', { tag: '@long' }, async ({ page, problems }) => {
  const person = await newPerson();
  problems.expect(sandboxPages, '409 POST /api/sources/oauth-authorization');
  await enterAs(page, person);
  await page.goto('/apps');
  await page.getByRole('button', { name: /^Google Drive/ }).click();
  const back = page.waitForRequest(/\/oauth\?/);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const address = (await back).url();
  await expect(page.getByRole('dialog', { name: 'Choose what to sync' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('source', 'google-drive'));
  await page.goto(address);
  await expect(page.getByText(/the account may already be connected/)).toBeVisible();
  expect((await person.call(sources.accounts)).data).toHaveLength(1);
});

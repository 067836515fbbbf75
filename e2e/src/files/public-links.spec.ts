import { contract } from '@sheaf/contract';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

const { documents, links, organizations } = contract;

test('a public link is created, opened by a stranger with its password, and revoked', { tag: '@sound' }, async ({
  page,
  browser,
  problems,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  await owner.call(organizations.updateSecurity, { body: { links_allowed: true } });
  const folder = (await owner.call(documents.createFolder, { body: { name: 'Harbour', parent_id: null } })).data;
  const id = await upload(owner, 'plan.txt', 'Two cranes and a quay');
  await owner.call(documents.change, { params: { id }, body: { parent_id: folder.id } });
  await enterAs(page, owner);
  await page.goto(`/directory?preview=${folder.id}`);
  await page.getByRole('dialog', { name: 'Harbour' }).getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share "Harbour"' });
  await share.getByRole('button', { name: 'Create public link' }).click();
  const form = page.getByRole('dialog', { name: 'Create a public link to “Harbour”' });
  await form.getByRole('checkbox', { name: 'Require a password' }).click();
  await form.getByLabel('Password', { exact: true }).fill('open sesame');
  await expectSound(page);
  await form.getByRole('button', { name: 'Create public link' }).click();
  await expect(toast(page, 'Public link created')).toBeVisible();
  const address = await share.getByLabel('Address of the public link').inputValue();

  // A person who is not signed in.
  const context = await browser.newContext();
  const stranger = await context.newPage();
  const sent: string[] = [];
  stranger.on('request', (request) => {
    if (request.headers().authorization || request.headers().cookie || request.headers().referer)
      sent.push(request.url());
  });
  expect((await stranger.goto(address))?.status()).toBe(200);
  await stranger.getByLabel('Password', { exact: true }).fill('open sesame');
  await stranger.getByRole('button', { name: 'Open link' }).click();
  await stranger.getByRole('link', { name: /plan\.txt/ }).click();
  await expect(stranger.getByRole('heading', { name: 'plan.txt' })).toBeVisible();
  await expect(stranger.frameLocator('iframe').getByText('Two cranes and a quay')).toBeVisible();
  const [file] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('plan.txt');
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'plan.txt' })).toBeVisible();
  await stranger.getByRole('link', { name: 'Harbour' }).click();
  await expect(stranger.getByRole('list', { name: 'In Harbour' })).toBeVisible();
  expect(sent).toEqual([]);

  await page.goto('/settings/public-links');
  await expect(page.getByRole('row', { name: /Harbour/ })).toContainText('Password');
  await expectSound(page);
  await page.getByRole('button', { name: 'Revoke link to Harbour' }).click();
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click();
  await expect(toast(page, 'Public link revoked')).toBeVisible();
  expect((await stranger.goto(address))?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'This link isn’t available' })).toBeVisible();
  await context.close();
  void problems;
});

test('a link works the same for people who are signed in, and doesn’t identify them', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  await owner.call(organizations.updateSecurity, { body: { links_allowed: true } });
  const id = await upload(owner, 'plan.txt', 'Two cranes and a quay');
  const { data: link } = await owner.call(links.create, { body: { document_id: id, downloads: false } });
  await enterAs(page, await newPerson());
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/'))
      calls.push(`${request.url().split('/api')[1]} ${request.headers().authorization}`);
  });
  await page.goto(link.url!);
  await expect(page.frameLocator('iframe').getByText('Two cranes and a quay')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0);
  expect(calls).toEqual(['/public/links/open undefined', '/public/links/document undefined']);
});

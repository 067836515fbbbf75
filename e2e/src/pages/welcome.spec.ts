import { sharing } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('the guide stays closed after a reload', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, await newPerson(), {});
  await page.goto('/directory');
  const guide = page.getByRole('dialog', { name: 'Welcome to Sheaf' });
  await expect(guide).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Upload/ })).toBeVisible();
  await expect(guide).toBeHidden();
});

test('guests are welcomed with the documents shared with them', { tag: '@long' }, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Guest', 'guest');
  const id = await upload(owner, 'plan.txt', 'A plan');
  await enterAs(page, kim, { org_id: kim.organizationId });
  const listening = page.waitForResponse('/api/events');
  await page.goto('/directory');
  const welcome = page.getByRole('dialog', { name: "Welcome to Olga Owner's workspace" });
  await expect(welcome.getByText('Nothing has been shared with you yet.')).toBeVisible();
  await expect(welcome.getByRole('link', { name: 'Connect apps' })).toHaveCount(0);
  await listening;

  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: id }, query: { search: 'kim' } }))
    .data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [id] } });
  await expect(welcome.getByText('Shared by Olga Owner')).toBeVisible();
  await expectSound(page);
  await welcome.getByRole('link', { name: 'plan.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'plan.txt' })).toBeVisible();
});

test('the privacy page is open to everyone', { tag: '@long' }, async ({ page, member }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expectSound(page);
  await enterAs(page, member);
  await page.goto('/directory');
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy');
});

test('titles have room on a narrow phone, and a sync moves nothing in the header', { tag: '@long' }, async ({
  page,
  member,
}) => {
  await enterAs(page, member);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/directory', '/collections', '/switch-cloud', '/members', '/plans', '/settings']) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    // A title may be wider until its font is loaded.
    const overflow = () => title.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0);
  }
});

test('a page that was not loaded before the connection was lost says so, and opens when it is back', {
  tag: '@long',
}, async ({ page, context, problems, member }) => {
  // What is preloaded under the pointer fails as well.
  problems.expect(/^console: /, /^thrown: Unable to preload/);
  await enterAs(page, member);
  await page.goto('/directory');
  await expect(page.getByRole('button', { name: /Upload/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Collections' }).first().click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expectSound(page);
  await context.setOffline(false);
  // Waits until the page has reloaded, because a browser that closes during that may hang.
  await expect(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeHidden();
});

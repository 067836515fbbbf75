import { notifications, sharing } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

test('a share appears at the bell, opens from there, and is read in every tab', { tag: '@sound' }, async ({
  page,
  context,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const { data: people } = await owner.call(sharing.others, {
    params: { documentId: await upload(owner, 'other.txt', 'Nothing') },
    query: { search: 'kim' },
  });
  const share = async (name: string) => {
    const id = await upload(owner, name, name);
    await owner.call(sharing.share, { body: { inviting_ids: [people[0]!.id], document_ids: [id] } });
  };
  await enterAs(page, kim);
  await page.goto(`/directory?org=${kim.organizationId}`);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText('No notifications yet')).toBeVisible();

  await share('plan.txt');
  await expect(list.getByRole('link', { name: 'Olga Owner shared “plan.txt” with you' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  const other = await context.newPage();
  await other.goto(`/directory?org=${kim.organizationId}`);
  await other.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await other.getByRole('link', { name: 'Olga Owner shared “plan.txt” with you' }).click();
  await expect(other.getByRole('dialog', { name: 'plan.txt' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await list.getByRole('link', { name: 'Notification settings' }).click();
  await page.getByRole('combobox', { name: 'Shared with you' }).selectOption('Off');
  await expect(toast(page, 'Notification settings saved')).toBeVisible();
  await expectSound(page);
  await share('second.txt');
  expect((await kim.there(notifications.list)).data.notifications).toHaveLength(1);
});

test('the list takes the width of the window on a phone', { tag: ['@long', '@phone'] }, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  await colleagueOf(owner, 'Kim Colleague');
  await enterAs(page, owner);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Notifications' });
  await expect(sheet.getByRole('link', { name: 'Kim Colleague accepted your invitation' })).toBeVisible();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(page.viewportSize()!.width);
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Mark all as read' }).tap();
  await expect(page.getByText('Unread')).toBeHidden();
});

import { documents } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { row } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { enterAs, newEmail, newPerson, PASSWORD } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('a member shares with someone outside: an owner agrees with one click, and they see it once they join', {
  tag: '@sound',
}, async ({ page, browser }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  await kim.there(documents.createFolder, { body: { name: 'Plans', parent_id: null } });
  const email = newEmail();
  await enterAs(page, kim, { show: '1', org_id: kim.organizationId });
  await page.goto('/directory');
  await row(page, 'Plans').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "Plans"' });
  await dialog.getByPlaceholder('Type to search').fill(email);
  await expect(dialog.getByRole('option', { name: `Ask an admin to invite ${email}` })).toBeVisible();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Ask to invite' }).click();
  await expect(page.getByText(`Asked owners and admins to invite ${email}`)).toBeVisible();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText('Waiting for an owner or admin to invite them')).toBeVisible();
  await expectSound(page);

  await enterAs(page, owner);
  await page.goto('/members/invites');
  await expect(page.getByText('Kim Colleague wants to share “Plans” with them')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click();
  await page.getByRole('button', { name: `Invite: Kim Colleague asks to invite ${email}` }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();

  const link = /\S+\/accept-member-invite\/\S+/.exec(
    (await mailTo(email, /Kim Colleague shared “Plans” with you/)).text,
  )![0];
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await visitor.getByLabel('Name').fill('Zoe Outside');
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.getByLabel('Repeat password').fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Create account and join' }).click();
  await expect(visitor.getByText('Plans', { exact: true }).first()).toBeVisible();
});

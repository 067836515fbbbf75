import { invites, labels, members, organizations } from '@sheaf/contract';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { callAs, enterAs, newEmail, newPerson, type Person } from '../setup/people.ts';
import { expect, expectMessage, stored, test, tick, toast } from '../setup/test.ts';

const linkIn = (text: string) => /\/accept-member-invite\/\S+/.exec(text)![0];

/** The path of the link in the mail of a new invitation. */
async function invitationTo(
  owner: Person,
  email: string,
  role: 'member' | 'guest' | 'admin' = 'member',
): Promise<string> {
  await owner.call(invites.create, { body: { email, role } });
  return linkIn((await mailTo(email, /invites you to/)).text);
}

test('several people are invited at once, sent again and revoked', { tag: '@sound' }, async ({ page }) => {
  const owner = await newPerson();
  const [first, second] = [newEmail(), newEmail()];
  // Toasts and dialogs name the address too.
  const row = (email: string) => page.getByRole('row').filter({ hasText: email });
  await enterAs(page, owner);
  await page.goto('/members/invites');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  const addresses = dialog.getByRole('combobox', { name: 'Email addresses' });
  await addresses.fill('nobody@,');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByText('nobody@: Must be a valid email')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Remove nobody@' }).click();
  await addresses.fill(`${first}, ${second}`);
  await addresses.press('Enter');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(toast(page, /2/)).toBeVisible();
  await expect(row(first)).toBeVisible();
  await mailTo(second, /invites you to/);
  await page.getByRole('button', { name: `Resend to ${first}` }).click();
  await expect(toast(page, `Invitation resent to ${first}`)).toBeVisible();
  await page.getByRole('button', { name: `Revoke ${first}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke/ })
    .click();
  await expect(row(first)).toBeHidden();
  await expect(row(second)).toBeVisible();
});

test('a new person joins through the mail, verified', async ({ page }) => {
  const owner = await newPerson();
  const email = newEmail();
  await page.goto(await invitationTo(owner, email));
  await expect(page.getByText(email)).toBeVisible();
  await expectMessage(page.getByLabel('Name'), 'Al', 'Name length must be more than 3');
  await page.getByLabel('Name').fill('Nora Newcomer');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Repeat password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(toast(page, /^You’re now in /)).toBeVisible();
  await expect(page).toHaveURL(/\/directory$/);
  expect((await owner.call(members.list)).data.map(({ name }) => name)).toContain('Nora Newcomer');
});

test('a person with an account signs in and joins', { tag: '@long' }, async ({ page }) => {
  const [owner, invited] = [await newPerson(), await newPerson({ name: 'Ivan Invited' })];
  await page.goto(await invitationTo(owner, invited.email));
  await page
    .getByRole('link', { name: 'Sign in to join' })
    .or(page.getByRole('button', { name: 'Sign in to join' }))
    .click();
  await page.getByLabel('Email').fill(invited.email);
  await page.getByLabel('Password', { exact: true }).fill(invited.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(toast(page, /^You’re now in /)).toBeVisible();
  expect((await invited.call(organizations.list)).data).toHaveLength(2);
  const joined = (await owner.call(organizations.list)).data[0]!.id;
  expect((await stored(page)).new_org_id).toBe(joined);
});

test('a member gets another role and is removed, and their documents are given to another member', async ({ page }) => {
  const [owner, colleague] = [await newPerson({ name: 'Olga Owner' }), await newPerson({ name: 'Carl Colleague' })];
  const slug = (await invitationTo(owner, colleague.email)).split('/').at(-1)!;
  const { organization_id } = (await colleague.call(invites.accept, { body: { slug } })).data;
  const there = callAs(colleague.token, { Organization: organization_id });
  await there(labels.create, { body: { name: 'Heirloom', color: '#1971c2' } });
  await enterAs(page, owner);
  await page.goto('/members');
  await page.getByRole('combobox', { name: 'Role of Carl Colleague' }).selectOption('Admin');
  await expect
    .poll(async () => (await owner.call(members.list)).data.find(({ name }) => name === 'Carl Colleague')?.role)
    .toBe('admin');
  await page.getByRole('button', { name: 'Actions for Carl Colleague' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await tick(dialog.getByRole('radio', { name: /Give to another member/ }));
  await dialog.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: /Olga Owner/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Carl Colleague' })).toBeHidden();
  expect((await owner.call(labels.list)).data).toMatchObject([{ name: 'Heirloom' }]);
});

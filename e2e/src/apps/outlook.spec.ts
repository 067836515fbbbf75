import { card, sandboxPages } from '../setup/apps.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test, tick, toast } from '../setup/test.ts';

test.beforeEach(({ problems }) => problems.expect(sandboxPages));

test('Outlook is connected, its mail is read, and an attachment is opened', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/apps');
  await page.getByRole('main').getByRole('button', { name: 'Add app' }).click();
  const apps = page.getByRole('dialog', { name: 'Connect an app' });
  await apps.getByRole('button', { name: /Outlook.*Sandbox/ }).click();
  await expect(page.getByText('Read your mail')).toBeVisible();
  await tick(page.getByLabel(/Chen Wei/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();

  await expect(toast(page, 'chen@example.com is connected')).toBeVisible();
  const settings = page.getByRole('dialog', { name: 'Choose what to sync' });
  await tick(settings.getByRole('radio', { name: 'Chosen conversations' }));
  await settings.getByRole('treeitem', { name: 'Projects/Harbour' }).click();
  await expectSound(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Outlook').getByText('Connected', { exact: true })).toBeVisible(inBackground);

  await page.goto('/directory');
  await page.locator('[data-id]').filter({ hasText: 'Boathouse: floor plan for the permit' }).dblclick();
  const dialog = page.getByRole('dialog');
  const thread = dialog.locator('iframe').contentFrame();
  await expect(thread.getByText('Please check the stairs before Thursday.')).toBeVisible();
  await thread.getByRole('button', { name: /^Boathouse floor plan\.pdf/ }).click();
  await expect(dialog).toHaveAccessibleName('Boathouse floor plan.pdf');
  await expect(dialog.locator('iframe').contentFrame().locator('canvas').first()).toBeVisible();
});

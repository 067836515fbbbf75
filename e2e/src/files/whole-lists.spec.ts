import { documents } from '@sheaf/contract';
import { upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, tick } from '../setup/test.ts';

/** One more than a page. */
const files = 21;

test('a whole list is copied and pasted, and the copies are removed again', async ({ page }) => {
  const me = await newPerson();
  const folder = async (name: string) =>
    (await me.call(documents.createFolder, { body: { name, parent_id: null } })).data.id;
  const [from, target] = [await folder('From'), await folder('Target')];
  for (let n = 1; n <= files; n++) {
    const id = await upload(me, `file ${n}.txt`, `File ${n}`);
    await me.call(documents.change, { params: { id }, body: { parent_id: from } });
  }
  const total = async () => (await me.call(documents.list, { query: { parent_id: target } })).pagination.total;
  await enterAs(page, me);
  await page.goto(`/directory?place=my-files&in=${from}`);
  await tick(page.getByLabel('Select all on this page'));
  await page.getByRole('button', { name: `Select all ${files} documents` }).click();
  await page.keyboard.press('Control+c');
  await expect(page.getByText(`${files} items copied. Open a folder and paste.`)).toBeVisible();
  await page.getByRole('link', { name: 'My files' }).first().click();
  await page.getByText('Target', { exact: true }).first().dblclick();
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await page.keyboard.press('Control+v');
  const tray = page.getByRole('list', { name: 'Actions in progress' });
  await expect(tray.getByText(`${files} documents copied`)).toBeVisible();
  expect(await total()).toBe(files);
  await tray.getByRole('button', { name: 'Undo' }).click();
  await expect(tray.getByText('Undone')).toBeVisible();
  await expect(page.getByText('This folder is empty')).toBeVisible();
  expect(await total()).toBe(0);
});

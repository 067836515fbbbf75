import type { Locator, Page } from '@playwright/test';
import * as files from '../preview/hostile-files.ts';
import { found, upload } from '../setup/documents.ts';
import { newPerson, type Person } from '../setup/people.ts';

const filler = Array.from({ length: 120 }, (_, line) => `Line ${line + 1} is about nothing in particular.`);

/** A person with a few files whose contents can be searched. */
export async function searcher(): Promise<Person> {
  const person = await newPerson({ name: 'Sally Searcher' });
  await upload(person, 'agreement.txt', [...filler, 'The deposit for the boathouse is 4,200 euros.'].join('\n'));
  await upload(person, 'boathouse notes.txt', 'Ask for the key at the gate.');
  await upload(person, 'page.pdf', files.pdf());
  await found(person, 'deposit');
  await found(person, 'key');
  await found(person, 'type:pdf looking');
  return person;
}

export const box = (page: Page): Locator => page.getByRole('combobox', { name: 'Search documents' });
/** In the search box, because a page without results has such a button too. */
export const clearButton = (page: Page): Locator =>
  page.locator('search').getByRole('button', { name: 'Clear search', exact: true });
export const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });
export const passages = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: `Found in ${name}` }).getByRole('button');

import { documents, search } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan as file } from '../../testing/documents.ts';
import { answers } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { button, expectFocus } from '../../testing/page.ts';

const result = { document: file, passages: [], name_highlights: [], matched: 'name' as const };

const suggestions = [answers(search.suggest, []), answers(search.history, [])];
const field = () => screen.findByRole('combobox', { name: 'Search documents' });
const status = (text: string) => screen.findByText(text, { selector: '[role=status]' });

it('has one search field, which searches a place or everything as the address says', async () => {
  const { user, server, address } = openApp('/directory?place=my-files', {
    server: [answers(documents.list, [file]), answers(search.find, [result]), ...suggestions],
  });
  await user.click(await field());
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  const chips = within(await screen.findByRole('group', { name: 'Search in' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['In My files', 'Everywhere']);
  await user.click(chips.getByRole('button', { name: 'Everywhere' }));
  expect((await field()).getAttribute('placeholder')).toBe('Search everywhere');
  await user.type(await field(), 'plan{Enter}');
  await status('1 result');
  expect(address()).toBe('/directory?place=my-files&scope=all&search=plan');
  expect(server.callsOf(search.find)[0]!.path).not.toContain('source_id');

  await user.click(button('In My files'));
  await waitFor(() => expect(address()).toBe('/directory?place=my-files&search=plan'));
  await waitFor(() => expect(server.callsOf(search.find).at(-1)!.path).toContain('source_id=uploads'));
  await user.click(button('Clear search'));
  await waitFor(() => expect(address()).toBe('/directory?place=my-files'));
});

it('searches from other pages with Enter only', async () => {
  const { user, server, address } = openApp('/collections', {
    server: [answers(documents.list, [file]), answers(search.find, [result]), ...suggestions],
  });
  await user.type(await field(), 'plan');
  await waitFor(() => expect(server.callsOf(search.suggest)).not.toHaveLength(0));
  expect(address()).toBe('/collections');
  await user.keyboard('{Enter}');
  await status('1 result');
  expect(address()).toBe('/directory?search=plan');
  expect(await field()).toBe(document.activeElement);
});

it('hides the previous search’s count while the next search loads', async () => {
  const [other, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const find = answers(search.find, async ({ path }) => {
    if (path.includes('q=other')) await other.promise;
    if (path.includes('again')) await again.promise;
    return path.includes('q=other') ? [] : [result];
  });
  const { go } = openApp('/directory?search=plan', { server: [answers(documents.list, [file]), find] });
  await status('1 result');
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('1-1 of 1');
  await go('/directory?search=other');
  await status('Searching…');
  expect(screen.queryByText('1 result')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  other.resolve();
  await screen.findByRole('heading', { name: 'No results for “other”' });

  // An empty answer doesn’t mean that the next search finds nothing either.
  await go('/directory?search=plan%20again');
  await waitFor(() => expect(screen.queryByRole('heading', { name: /No results/ })).toBeNull());
  again.resolve();
  await status('1 result');
});

it('orders results by relevance or date', async () => {
  const { user, server, address } = openApp('/directory?search=plan', { server: [answers(search.find, [result])] });
  await user.click(await screen.findByRole('button', { name: 'Sort: Most relevant first' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Newest first' }));
  await waitFor(() => expect(address()).toBe('/directory?search=plan&order=date'));
  await waitFor(() => expect(server.callsOf(search.find).at(-1)!.path).toContain('sort=date'));
  await user.click(button('Clear search'));
  await waitFor(() => expect(address()).toBe('/directory'));
});

it('keeps filters behind a button until they are used', async () => {
  const { user, address } = openApp('/directory', { server: [answers(documents.list, [file]), ...suggestions] });
  const toggle = await screen.findByRole('button', { name: 'Filters' });
  expect(screen.queryByRole('button', { name: 'Type' })).toBeNull();
  await user.click(toggle);
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'JPG' }));
  await waitFor(() => expect(address()).toBe('/directory?type=jpg'));
  await user.click(await screen.findByRole('button', { name: 'Filters, 1 set' }));
  expect(screen.queryByRole('button', { name: 'Owner' })).toBeNull();
  expect(button(/^Type ?: JPG$/)).toBeDefined();
  await user.click(button('Clear filter Type'));
  await waitFor(() => expect(address()).toBe('/directory'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Type/ })).toBeNull());
  await expectFocus(() => button('Filters'));
});

import { type Document, documents, search } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../testing/documents.ts';
import { answers, type Received } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { button } from '../../testing/page.ts';
import { idOf } from '../../testing/workspace.ts';

/** 45 documents: two pages of 20, and one of five. */
const all: Document[] = Array.from({ length: 45 }, (_, n) => ({ ...plan, id: idOf(100 + n), name: `File ${n + 1}` }));

function pageOf({ path }: Received) {
  const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
  return { data: all.slice((page - 1) * 20, page * 20), pagination: { currentPage: page, perPage: 20, total: 45 } };
}

const open = (address: string) =>
  openApp(address, {
    server: [
      [documents.list, (call) => Response.json(pageOf(call))],
      [
        search.find,
        (call) => {
          const { data, pagination } = pageOf(call);
          return Response.json({
            data: data.map((document) => ({ document, matched: 'name', passages: [], name_highlights: [] })),
            pagination,
          });
        },
      ],
      answers(documents.get, ({ path }) => ({ ...planDetails, ...all.find(({ id }) => path.endsWith(id)) })),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
    ],
  });
const preview = async (name: string) => within(await screen.findByRole('dialog', { name }));

it.each(['/directory?', '/directory?search=file&'])('steps to the next page and back in %s', async (list) => {
  const { user, address } = open(`${list}preview=${all[19]!.id}`);
  await (await preview('File 20')).findByText('20 of 45');
  await user.click(button('Next document'));
  await (await preview('File 21')).findByText('21 of 45');
  expect(address()).toMatch(/page=2\b/);
  await user.keyboard('{ArrowLeft}');
  await (await preview('File 20')).findByText('20 of 45');
  expect(address()).not.toContain('page=');
});

it('stops at the first and last document of the list', async () => {
  const { user } = open(`/directory?page=3&preview=${all[44]!.id}`);
  await (await preview('File 45')).findByText('45 of 45');
  expect(button('Next document')).toHaveProperty('disabled', true);
  await user.keyboard('{ArrowLeft}');
  await (await preview('File 44')).findByText('44 of 45');
  expect(button('Next document')).toHaveProperty('disabled', false);
});

it('closes on the page of the document shown last', async () => {
  const { user, address } = open('/directory');
  await user.dblClick(await screen.findByRole('link', { name: 'File 20' }));
  await (await preview('File 20')).findByText('20 of 45');
  await user.keyboard('{ArrowRight}');
  await preview('File 21');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/directory?page=2'));
  await screen.findByRole('link', { name: 'File 21' });
});

it('puts the opened document first in Recent, however late the server records it', async () => {
  let record = (_recorded: { success: true }) => {};
  let isRecorded = false;
  const { user, server } = open('/directory?place=recent');
  const opening = new Promise<{ success: true }>((resolve) => {
    record = resolve;
  });
  server.now(
    answers(documents.open, () => opening),
    answers(documents.list, () => (isRecorded ? [all[1]!, all[0]!] : [all[0]!, all[1]!])),
  );
  const names = () => screen.getAllByRole('link', { name: /^File/ }).map(({ textContent }) => textContent);
  await user.dblClick(await screen.findByRole('link', { name: 'File 2' }));
  await preview('File 2');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Starred' }));
  await waitFor(() => expect(server.callsOf(documents.list).at(-1)!.path).toContain('starred'));
  await user.click(screen.getByRole('link', { name: 'Recent' }));
  await waitFor(() => expect(server.callsOf(documents.list).at(-1)!.path).toContain('recent'));
  expect(names()).toEqual(['File 1', 'File 2']);
  isRecorded = true;
  record({ success: true });
  await waitFor(() => expect(names()).toEqual(['File 2', 'File 1']));
});

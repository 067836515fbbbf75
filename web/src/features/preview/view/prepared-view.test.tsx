import { type DocumentDetails, documents, renditions } from '@sheaf/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { renditionQuery } from '../api/rendition.ts';
import { PreparedView } from './prepared-view.tsx';

const letter: DocumentDetails = { ...planDetails, name: 'letter.doc', type: 'word', local_path: 'documents/1?tag=x' };
const open = (answer: ReturnType<typeof answers>) =>
  openApp(`/directory?preview=${plan.id}`, {
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, letter),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
      answer,
    ],
  });

it('shows that the preview is being prepared, and offers the download meanwhile', async () => {
  const { server } = open(answers(renditions.prepare, { state: 'preparing', local_path: null, reason: null }));
  await screen.findByText('Preparing the preview…');
  screen.getByText('It appears here as soon as it’s ready.');
  screen.getByRole('button', { name: 'Download this file' });
  expect(server.callsOf(renditions.prepare)).toHaveLength(1);
});

it('shows the PDF once it is ready', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(renditionQuery(letter.id).queryKey, {
    state: 'ready',
    local_path: 'renditions/1?tag=y',
    reason: null,
  });
  render(
    <QueryClientProvider client={client}>
      <PreparedView document={letter} onDownload={() => {}} renderFile={({ kind, url }) => `${kind} ${url}`} />
    </QueryClientProvider>,
  );
  screen.getByText('pdf /storage/renditions/1?tag=y');
});

it('explains why there is no preview', async () => {
  const reason = 'Showing files in this format needs LibreOffice, which isn’t installed on this server.';
  open(answers(renditions.prepare, { state: 'unavailable', local_path: null, reason }));
  await screen.findByText(`${reason} Download it to open it on your device.`);
  screen.getByRole('button', { name: 'Download this file' });
});

it('offers to try again', async () => {
  const { user, server } = open(refuses(renditions.prepare, { code: 'not_found' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.now(answers(renditions.prepare, { state: 'preparing', local_path: null, reason: null }));
  await user.click(again);
  await screen.findByText('Preparing the preview…');
});

it('polls until the preview is ready, less often after a while', () => {
  const interval = renditionQuery('1').refetchInterval as unknown as (query: object) => number | false;
  const after = (state: string, dataUpdateCount: number) =>
    interval({ state: { data: { state, local_path: null, reason: null }, dataUpdateCount } });
  expect([after('preparing', 1), after('preparing', 100)]).toEqual([1_500, 10_000]);
  expect([after('ready', 1), after('unavailable', 1)]).toEqual([false, false]);
});

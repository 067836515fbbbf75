import { documents } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button } from '../../../testing/page.ts';

const welcome = () => screen.queryByRole('dialog', { name: 'Welcome to Sheaf' });

it('waits until a document opened by a link is closed', async () => {
  const { user, go, settled } = openApp(`/directory?preview=${plan.id}`, {
    stored: {},
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, planDetails),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
    ],
  });
  const preview = await screen.findByRole('dialog', { name: 'plan.txt' });
  await settled();
  expect(welcome()).toBeNull();
  await user.click(button('Close', preview));
  await waitFor(() => expect(welcome()).not.toBeNull());

  await go(`/directory?preview=${plan.id}`);
  await screen.findByRole('dialog', { name: 'plan.txt' });
  await waitFor(() => expect(welcome()).toBeNull());
});

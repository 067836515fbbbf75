import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { it } from 'vitest';
import { expectFocus } from '../../testing/page.ts';
import { theme } from '../brand/theme.ts';
import { Drawer, Modal } from './modal.tsx';

const show = (dialog: ReactNode) => render(<MantineProvider theme={theme}>{dialog}</MantineProvider>);
const close = () => {};

it.each([Modal, Drawer])('starts with the first control of the content, not with the close button', async (Dialog) => {
  show(
    <Dialog opened onClose={close} title="Rename">
      <button type="button" disabled>
        Off
      </button>
      <input aria-label="Name" />
    </Dialog>,
  );
  await expectFocus(() => screen.getByLabelText('Name'));
});

it('starts where the content chooses', async () => {
  show(
    <Modal opened onClose={close} title="Delete">
      <button type="button">Delete</button>
      <button type="button" data-autofocus>
        Cancel
      </button>
    </Modal>,
  );
  await expectFocus(() => screen.getByRole('button', { name: 'Cancel' }));
});

it('starts with the text when there are no controls', async () => {
  show(
    <Modal opened onClose={close} title="About">
      Only text
    </Modal>,
  );
  await expectFocus(() => screen.getByText('Only text'));
});

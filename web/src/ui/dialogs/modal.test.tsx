import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { theme } from '../brand/theme.ts';
import { Drawer, Modal } from './modal.tsx';

const names = ['modal', 'drawer', 'root'] as const;
type Name = (typeof names)[number];

const orders: Name[][] = names.flatMap((first) =>
  names
    .filter((name) => name !== first)
    .map((second) => [first, second, names.find((name) => name !== first && name !== second)!]),
);

/** Three dialogs that stay mounted in this order, with a button for each. */
function Page() {
  const [opened, setOpened] = useState<readonly Name[]>([]);
  const dialog = (name: Name) => ({
    opened: opened.includes(name),
    onClose: () => setOpened((now) => now.filter((other) => other !== name)),
    title: name,
  });
  const { title, ...root } = dialog('root');
  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => setOpened((now) => [...now, name])}>
          {name}
        </button>
      ))}
      <Modal {...dialog('modal')}>modal</Modal>
      <Drawer {...dialog('drawer')}>drawer</Drawer>
      <Modal.Root {...root}>
        <Modal.Content aria-label={title}>root</Modal.Content>
      </Modal.Root>
    </>
  );
}

const zIndexOf = (name: Name): number =>
  Number(
    screen
      .getByRole('dialog', { name, hidden: true })
      .closest<HTMLElement>('[style*="--mb-z-index"]')!
      .style.getPropertyValue('--mb-z-index'),
  );

const open = (page: HTMLElement, name: Name) =>
  fireEvent.click(within(page).getByRole('button', { name, hidden: true }));

it.each(orders)('shows each dialog above those opened before it: %s, %s, %s', async (...order) => {
  const { container } = render(
    <MantineProvider theme={theme}>
      <Page />
    </MantineProvider>,
  );
  // In the second round the dialogs are already mounted.
  for (let round = 0; round < 2; round++) {
    for (const name of order) open(container, name);
    const heights = order.map(zIndexOf);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(new Set(heights).size).toBe(3);
    for (const name of order.toReversed()) {
      expect(screen.getByRole('dialog', { name, hidden: true })).toBeTruthy();
      fireEvent.keyDown(document.body, { key: 'Escape' });
      expect(screen.queryByRole('dialog', { name, hidden: true })).toBeNull();
    }
  }
});

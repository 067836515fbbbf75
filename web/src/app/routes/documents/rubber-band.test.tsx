import { documents } from '@sheaf/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { idOf } from '../../../testing/workspace.ts';

const names = ['a.txt', 'b.txt', 'c.txt'];
const files = names.map((name, n) => ({ ...plan, id: idOf(50 + n), name }));

// Side by side, each 100 wide, from 100 down.
beforeEach(() => {
  vi.mocked(Element.prototype.getBoundingClientRect).mockImplementation(function (this: Element) {
    const place = files.findIndex(({ id }) => id === (this as HTMLElement).dataset.id);
    return place === -1 ? new DOMRect(0, 0, 1000, 800) : new DOMRect(place * 100, 100, 90, 90);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  return () => {
    vi.mocked(Element.prototype.getBoundingClientRect).mockReturnValue(new DOMRect(0, 0, 100, 20));
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockRestore();
  };
});

const rowOf = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` }).closest('[data-id]')!;
const chosen = () => names.filter((name) => rowOf(name).getAttribute('aria-selected') === 'true');

async function open(view = 'grid') {
  const app = openApp(`/directory?view=${view}`, { server: [answers(documents.list, files)] });
  await screen.findByRole('checkbox', { name: 'Select c.txt' });
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 };
  return {
    ...app,
    press: (target: Element, at: object) => fireEvent.pointerDown(target, { ...pointer, ...at }),
    pull: (clientX: number, clientY: number) => fireEvent.pointerMove(window, { ...pointer, clientX, clientY }),
    release: () => fireEvent.pointerUp(window, { ...pointer, buttons: 0 }),
  };
}

it.each(['grid', 'list'])('selects what the rectangle touches in the %s', async (view) => {
  const { press, pull, release } = await open(view);
  const space = screen.getByRole('main');
  press(space, { clientX: 5, clientY: 300 });
  pull(7, 298);
  expect(chosen()).toEqual([]);
  pull(150, 150);
  expect(chosen()).toEqual(['a.txt', 'b.txt']);
  pull(50, 150);
  expect(chosen()).toEqual(['a.txt']);
  release();
  pull(250, 150);
  expect(chosen()).toEqual(['a.txt']);
  expect(document.activeElement).toBe(rowOf('a.txt'));

  press(space, { clientX: 250, clientY: 300, ctrlKey: true });
  pull(220, 150);
  release();
  expect(chosen()).toEqual(['a.txt', 'c.txt']);
  press(space, { clientX: 500, clientY: 300 });
  pull(500, 350);
  release();
  expect(chosen()).toEqual([]);
});

it('restores the previous selection with Escape', async () => {
  const { user, press, pull, release } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select c.txt' }));
  press(screen.getByRole('grid'), { clientX: 5, clientY: 300 });
  pull(150, 150);
  expect(chosen()).toEqual(['a.txt', 'b.txt']);
  // The press takes the focus from what had it.
  fireEvent.blur(screen.getByRole('checkbox', { name: 'Select c.txt' }));
  expect(chosen()).toEqual(['a.txt', 'b.txt']);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(chosen()).toEqual(['c.txt']);
  pull(150, 120);
  release();
  expect(chosen()).toEqual(['c.txt']);
});

it('ignores drags from rows, other buttons and touch', async () => {
  const { press, pull, release } = await open();
  const space = screen.getByRole('grid');
  press(rowOf('c.txt'), { clientX: 250, clientY: 150 });
  pull(50, 150);
  release();
  press(space, { clientX: 5, clientY: 300, pointerType: 'touch' });
  pull(150, 150);
  release();
  press(space, { clientX: 5, clientY: 300, button: 2 });
  pull(150, 150);
  release();
  expect(chosen()).toEqual([]);
  const marks = () => fireEvent(space, new Event('selectstart', { bubbles: true, cancelable: true }));
  expect(marks()).toBe(true);
  press(space, { clientX: 5, clientY: 300 });
  expect(marks()).toBe(false);
  release();
  expect(marks()).toBe(true);
});

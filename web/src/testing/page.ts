import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The text that describes an element to a screen reader: hints and errors. */
function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  return texts.join(' ').trim();
}

export const expectDescription = (element: () => Element, text: string | RegExp) =>
  waitFor(() => {
    if (typeof text === 'string') expect(descriptionOf(element())).toBe(text);
    else expect(descriptionOf(element())).toMatch(text);
  });

export const expectFocus = (element: () => Element) => waitFor(() => expect(document.activeElement).toBe(element()));

/** Replaces the value of a field. */
export function fill(field: HTMLElement, value: string): void {
  act(() => field.focus());
  fireEvent.change(field, { target: { value } });
}

/** Types a value, leaves the field, and expects the message under it; undefined: none. */
export async function expectMessage(label: string, value: string, message: string | undefined): Promise<void> {
  const field = () => screen.getByLabelText(label);
  fill(field(), value);
  act(() => field().blur());
  await expectDescription(field, message ?? '');
  expect(field().getAttribute('aria-invalid')).toBe(message ? 'true' : null);
}

export const button = (name: string | RegExp, inside?: HTMLElement) =>
  (inside ? within(inside) : screen).getByRole<HTMLButtonElement>('button', { name });

/** A message at the edge of the page. */
export const findToast = async (text: string | RegExp) =>
  waitFor(() => {
    const toast = screen.getAllByRole('alert').find((alert) => within(alert).queryByText(text));
    if (!toast) throw new Error(`No toast says ${text}`);
    return toast;
  });

/** The six boxes for a code. */
export const codeField = () => screen.getByRole('group', { name: 'Code' });

export const firstDigit = () => screen.getByRole('textbox', { name: 'Digit 1 of 6' });

/** Types a code into the six boxes, which pass the focus on. */
export async function typeCode(user: UserEvent, code: string): Promise<void> {
  await user.click(firstDigit());
  await user.keyboard(code);
}

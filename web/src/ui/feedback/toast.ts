import type { NotificationData } from '@mantine/notifications';

/** Whether any toast has been shown, and the listeners for that. */
let wanted = false;
const listeners = new Set<() => void>();

/** The toast library is loaded with the first toast, not with the page. */
export const toasterWanted = {
  get: () => wanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export async function showToast(toast: NotificationData): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show(toast);
}

const errors = new Set<string>();

/** Closes the error toasts that are still shown, because what failed before works now. */
export function clearErrors(): void {
  if (errors.size === 0) return;
  const old = [...errors];
  errors.clear();
  void import('@mantine/notifications').then(({ notifications }) => {
    for (const id of old) notifications.hide(id);
  });
}

/** Shows toasts. A message that is already shown is not shown twice. */
export const toast = {
  success(message: string): void {
    clearErrors();
    void showToast({ id: message, message, color: 'teal' });
  },
  error(message: string): void {
    errors.add(message);
    void showToast({ id: message, message, color: 'red', onClose: () => errors.delete(message) });
  },
};

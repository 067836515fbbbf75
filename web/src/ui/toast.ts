import type { NotificationData } from '@mantine/notifications';

/** Whether a toast was ever asked for, and who wants to know. */
let wanted = false;
const listeners = new Set<() => void>();

/** Nobody needs the machinery of toasts on a first visit, so it is loaded with the first toast. */
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

/** The same message twice at once is one toast. */
export const toast = {
  success: (message: string): void => void showToast({ id: message, message, color: 'teal' }),
  error: (message: string): void => void showToast({ id: message, message, color: 'red' }),
};

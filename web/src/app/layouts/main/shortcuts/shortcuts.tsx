import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../../../lib/browser/key-target.ts';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../../ui/dialogs/use-dialog.ts';

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const ShowShortcuts = createContext<() => void>(() => {});

/** Shows the list of shortcuts. */
export const useShowShortcuts = (): (() => void) => use(ShowShortcuts);

/** The keys that work on every page, and the list of all shortcuts. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const { opened, open, close } = useDialog();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === '?') open();
    else if (event.key === '/' && !document.querySelector('[role=dialog]')) goToSearch();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <ShowShortcuts value={open}>
      {children}
      <ShortcutsDialog opened={opened} onClose={close} />
    </ShowShortcuts>
  );
}

/** Focuses the search field, or opens the header’s search where the field is hidden behind a button. */
function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>('search input');
  field?.focus();
  field?.select();
  if (!field) document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]')?.click();
}

import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import classes from './palette-button.module.css';
import type { PalettePlace } from './places.ts';

const load = () => import('./palette.tsx');
const Palette = lazyDialog(async () => (await load()).Palette);
/** If it fails, the palette is loaded when it is opened. */
const preload = () => void load().catch(() => {});
/** The palette is loaded this long after the page, in the background. */
const PRELOAD_AFTER_MS = 1500;
const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the palette with Ctrl or ⌘ and K from everywhere, even from a field. */
export function usePalette(places: readonly PalettePlace[]) {
  const [opened, setOpened] = useState(false);
  // Loaded ahead: people who open it with the shortcut type immediately, and no letter may get lost.
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+K', () => setOpened((open) => !open)]], []);
  return {
    open: () => setOpened(true),
    dialog: <Palette opened={opened} places={places} onClose={() => setOpened(false)} />,
  };
}

/** Shows the shortcut, for people with a mouse. */
export function PaletteButton({ onOpen }: { onOpen(): void }) {
  return (
    <UnstyledButton
      className={classes.button}
      aria-keyshortcuts="Control+K Meta+K"
      aria-label="Search everything"
      title="Search everything and go to any page"
      // Not in the Tab order: the keyboard has the shortcut.
      tabIndex={-1}
      onClick={onOpen}
      onPointerEnter={preload}
    >
      {/* Not as text: the visible text of a button has to be part of its accessible name. */}
      <kbd className={classes.keys} data-keys={KEYS} aria-hidden />
    </UnstyledButton>
  );
}

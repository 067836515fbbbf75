import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, useEffect, useState } from 'react';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import classes from './palette-button.module.css';

const load = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));
/** When the page has better things to do no more. */
const LATER_MS = 1500;
const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The search of the header; Ctrl or ⌘ with K opens it from everywhere, also out of a field. */
export function PaletteButton() {
  const [opened, setOpened] = useState(false);
  // Whoever opens it by the keys types on at once, and no letter may get lost meanwhile.
  useEffect(() => {
    const timer = setTimeout(() => void load(), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+K', () => setOpened((open) => !open)]], []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label="Search everything"
        onClick={() => setOpened(true)}
        onPointerEnter={() => void load()}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.text}>Search</span>
        {/* Not as text: what a button shows has to be part of its name. */}
        <kbd className={classes.keys} data-keys={KEYS} aria-hidden />
      </UnstyledButton>
      <LazyDialog opened={opened}>
        <Palette opened={opened} onClose={() => setOpened(false)} />
      </LazyDialog>
    </>
  );
}

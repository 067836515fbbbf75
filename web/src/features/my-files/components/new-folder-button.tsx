import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { LazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { Target } from '../upload-item.ts';
import classes from './upload-button.module.css';

const NewFolderDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NewFolderDialog }));

/** Creates a folder in the open folder of a connected account. */
export function NewFolderButton({ target }: { target: Target }) {
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Button
        className={classes.button}
        leftSection={<IconFolderPlus size={16} stroke={1.6} aria-hidden />}
        aria-label="New folder"
        onClick={() => setNaming(true)}
      >
        New folder
      </Button>
      <LazyDialog opened={naming}>
        <NewFolderDialog opened={naming} target={target} onClose={() => setNaming(false)} />
      </LazyDialog>
    </>
  );
}

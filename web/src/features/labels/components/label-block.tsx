import { Button } from '@mantine/core';
import type { Label } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import side from '../../../ui/navigation/side-links.module.css';
import classes from './label-block.module.css';
import { LabelList } from './label-list.tsx';
import { LabelRail } from './label-rail.tsx';

const LabelDialog = lazyDialog(async () => (await import('./label-dialog.tsx')).LabelDialog);

interface LabelBlockProps {
  /** Dots only. */
  folded?: boolean;
  onNavigate?(): void;
  /** The dialog opened or closed: while it is open, the drawer below it must not react to Escape. */
  onDialog?(opened: boolean): void;
  /** Documents were dragged onto a label. */
  onDocuments?(label: Label, ids: string[]): void;
}

/** The person's labels in the menu, and the dialog that creates and edits them. */
export function LabelBlock({ folded, onNavigate, onDialog, onDocuments }: LabelBlockProps) {
  const dialog = useDialog<{ label: Label; focus: 'name' | 'color' }>();
  const { item, opened } = dialog;
  const open = (about?: typeof item) => {
    dialog.open(about);
    onDialog?.(true);
  };
  const close = () => {
    dialog.close();
    onDialog?.(false);
  };
  const id = useId();
  return (
    <>
      {folded ? (
        <LabelRail onAdd={() => open()} onDocuments={onDocuments} />
      ) : (
        <nav className={side.block} aria-labelledby={id}>
          <div className={classes.head}>
            <h2 id={id} className="flush dimmed small strong">
              Labels
            </h2>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
              styles={{ section: { marginInlineEnd: 4 } }}
              onClick={() => open()}
            >
              Add label
            </Button>
          </div>
          <LabelList
            onNavigate={onNavigate}
            onEdit={(label, focus) => open({ label, focus })}
            onDocuments={onDocuments}
          />
        </nav>
      )}
      <LabelDialog opened={opened} onClose={close} {...item} />
    </>
  );
}

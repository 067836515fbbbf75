import { CloseButton } from '@mantine/core';
import type { Selection } from '../folder-tree.ts';
import classes from './chosen-folders.module.css';

interface ChosenFoldersProps {
  selection: Selection;
  onChange(selection: Selection): void;
}

/** What is chosen, by name: some of it may lie deeper than the tree is open. */
export function ChosenFolders({ selection, onChange }: ChosenFoldersProps) {
  if (selection.size === 0) return null;
  const without = (id: string) => new Map([...selection].filter(([other]) => other !== id));
  return (
    <ul className={classes.list} aria-label="Chosen folders">
      {[...selection.values()].map(({ id, name }) => (
        <li key={id} className={classes.folder}>
          <span className={classes.name}>{name || id}</span>
          <CloseButton
            size={20}
            iconSize={14}
            aria-label={`Leave out ${name || id}`}
            onClick={() => onChange(without(id))}
          />
        </li>
      ))}
    </ul>
  );
}

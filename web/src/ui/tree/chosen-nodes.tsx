import { CloseButton } from '@mantine/core';
import classes from './chosen-nodes.module.css';
import type { Selection, TreeNode } from './tree-rows.ts';

interface ChosenNodesProps<N extends TreeNode> {
  label: string;
  selection: Selection<N>;
  onChange(selection: Selection<N>): void;
}

/** Lists the names of the chosen nodes, because some may be deeper than the tree is expanded. */
export function ChosenNodes<N extends TreeNode>({ label, selection, onChange }: ChosenNodesProps<N>) {
  if (selection.size === 0) return null;
  const without = (id: string) => new Map([...selection].filter(([other]) => other !== id));
  return (
    <ul className={classes.list} aria-label={label}>
      {[...selection.values()].map(({ id, name }) => (
        <li key={id} className={`row gap-4 small ${classes.node}`}>
          <span className="ellipsis">{name || id}</span>
          <CloseButton
            size={20}
            iconSize={14}
            aria-label={`Remove ${name || id}`}
            onClick={() => onChange(without(id))}
          />
        </li>
      ))}
    </ul>
  );
}

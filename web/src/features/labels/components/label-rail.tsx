import { Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { labelsQuery } from '../api/labels.ts';
import classes from './label-block.module.css';
import { FIRST_LABELS } from './label-list.tsx';

/** The labels in the folded menu: their colours only. */
export function LabelRail({ onAdd }: { onAdd(): void }) {
  const { data } = useInfiniteQuery(labelsQuery());
  return (
    <nav aria-label="Labels" className={classes.folded}>
      {data?.items.slice(0, FIRST_LABELS).map(({ id, name, color }) => (
        <Tooltip key={id} label={name} position="right">
          <Link to="/labels/$id" params={{ id }} className={classes.link} aria-label={name}>
            <span className={classes.dot} style={{ '--dot': color }} aria-hidden />
          </Link>
        </Tooltip>
      ))}
      <Tooltip label="Add label" position="right">
        <button type="button" className={classes.rail} aria-label="Add label" onClick={onAdd}>
          <IconPlus size={20} stroke={1.6} aria-hidden />
        </button>
      </Tooltip>
    </nav>
  );
}

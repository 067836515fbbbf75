import {
  type Icon,
  IconArrowsExchange,
  IconDownload,
  IconShare,
  IconStack2,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { SELECTION_AREA } from '../use-list-events.ts';
import type { ChosenActions } from './chosen-actions.ts';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  actions: ChosenActions;
  downloading: boolean;
  onClear(): void;
}

/** Floats above the end of the page, so that rows do not jump when the first is chosen. Plain, as it comes and goes often. */
export function SelectionBar({ count, actions, downloading, onClear }: SelectionBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selection" {...{ [SELECTION_AREA]: true }}>
      <button type="button" className={classes.close} aria-label="Clear selection" onClick={onClear}>
        <IconX size={16} stroke={2} aria-hidden />
      </button>
      <span className={classes.count} role="status">
        {count} selected
      </span>
      <Action name="Share" icon={IconShare} run={actions.share} />
      <Action name="Add label" icon={IconTag} run={actions.labels} />
      <Action name="Add to collection" icon={IconStack2} run={actions.collections} />
      <Action name="Switch cloud" icon={IconArrowsExchange} run={actions.switchCloud} />
      <Action name="Download" icon={IconDownload} run={actions.download} loading={downloading} />
      <Action name="Delete" icon={IconTrash} run={actions.remove} />
    </div>
  );
}

interface ActionProps {
  name: string;
  icon: Icon;
  run: (() => void) | undefined;
  loading?: boolean;
}

function Action({ name, icon: Picture, run, loading }: ActionProps) {
  if (!run) return null;
  return (
    <button type="button" className={classes.action} title={name} disabled={loading} onClick={() => run()}>
      <Picture size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </button>
  );
}

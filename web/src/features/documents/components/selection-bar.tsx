import type { Document } from '@sheaf/contract';
import {
  type Icon,
  IconArrowsExchange,
  IconDownload,
  IconLink,
  IconMessageCircle,
  IconRestore,
  IconShare,
  IconStack2,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { use } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import { type ChosenAction, type ChosenActions, removeStar } from '../selection/chosen-actions.ts';
import { clear, isPageSelected, selectEverything } from '../selection/selection.ts';
import { SELECTION_AREA } from '../selection/use-list-events.ts';
import { SelectionContext, useSelection } from '../selection/use-selection.ts';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  documents: readonly Document[];
  /** The number of documents on all pages of the list, if all can be selected at once. */
  everything?: number;
  downloading: boolean;
  /** The actions for these documents. */
  actionsFor(chosen: readonly Document[]): ChosenActions;
}

/** Takes its room below the list even while nothing is selected, so that nothing moves when it appears. */
export function SelectionBar({ documents, everything, downloading, actionsFor }: SelectionBarProps) {
  const store = use(SelectionContext);
  const selection = useSelection();
  const chosen = store.chosen(documents);
  const count = selection.everything ? (everything ?? chosen.length) : chosen.length;
  const mayTakeAll = everything !== undefined && !selection.everything && isPageSelected(selection);
  return (
    <div className={classes.room}>
      {count > 0 && (selection.everything || selection.selected.size > 0) ? (
        <Bar
          count={count}
          everything={mayTakeAll && everything > count ? everything : undefined}
          actions={actionsFor(chosen)}
          onEverything={() => store.update(selectEverything)}
          downloading={downloading}
          onClear={() => store.update(clear)}
        />
      ) : null}
    </div>
  );
}

interface BarProps {
  count: number;
  /** The number of all documents, if they can all be selected. */
  everything: number | undefined;
  onEverything(): void;
  actions: ChosenActions;
  downloading: boolean;
  onClear(): void;
}

/** Plain elements, because it is mounted often. */
function Bar({ count, everything, actions, downloading, onEverything, onClear }: BarProps) {
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label="Selection"
      data-selection-bar
      {...{ [SELECTION_AREA]: true }}
    >
      <button type="button" className={`hoverable ${classes.close}`} aria-label="Clear selection" onClick={onClear}>
        <IconX size={16} stroke={2} aria-hidden />
      </button>
      <span className={classes.count} role="status">
        {count.toLocaleString('en')} <span className="unseen-on-phones">selected</span>
      </span>
      {everything ? (
        <button type="button" className={`hoverable ${classes.everything}`} onClick={onEverything}>
          Select all {everything.toLocaleString('en')} documents
        </button>
      ) : null}
      <Action action={actions.share} icon={IconShare} />
      <Action action={actions.link} icon={IconLink} short />
      <Action action={actions.labels} name="Add label" icon={IconTag} />
      <Action action={actions.collections} name="Add to collection" icon={IconStack2} />
      <Action action={actions.switchCloud} icon={IconArrowsExchange} />
      <Action action={actions.ask} icon={IconMessageCircle} />
      <Action action={actions.download} icon={IconDownload} loading={downloading} />
      <Action action={actions.star} icon={actions.star?.name === removeStar ? IconStarOff : IconStar} />
      <Action action={actions.remove} icon={IconTrash} />
      <Action action={actions.restore} icon={IconRestore} />
      <Action action={actions.deleteForever} icon={IconTrash} />
    </div>
  );
}

interface ActionProps {
  action: ChosenAction | undefined;
  /** Set where it differs from the name in the menu. */
  name?: string;
  icon: Icon;
  /** Only the icon, at every width. */
  short?: boolean;
  loading?: boolean;
}

/** A refused action stays, and gives the reason on hover and when pressed. */
function Action({ action, name = action?.name, icon: Picture, short, loading }: ActionProps) {
  if (!action) return null;
  const { run, why } = action;
  return (
    <button
      type="button"
      className={`hoverable plain row gap-8 rigid ${classes.action}`}
      aria-label={name}
      title={why ?? name}
      disabled={loading}
      aria-disabled={!run || undefined}
      data-short={short}
      data-part={run && why ? true : undefined}
      onClick={() => (run ? run() : toast.error(why ?? ''))}
    >
      <Picture size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </button>
  );
}

import type { Document } from '@sheaf/contract';
import {
  type Icon,
  IconArrowsExchange,
  IconDownload,
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
import { clear, isPageSelected, selectEverything } from '../selection.ts';
import { SELECTION_AREA } from '../use-list-events.ts';
import { SelectionContext, useSelection } from '../use-selection.ts';
import classes from './selection-bar.module.css';

/** The actions for the chosen documents; undefined ones are not allowed. */
export interface ChosenActions {
  share?(): void;
  labels?(): void;
  collections?(): void;
  switchCloud?(): void;
  ask?(): void;
  /** Adds the star, or removes it where all have one. */
  star?(): void;
  isStarred?: boolean;
  download?(): void;
  rename?(): void;
  move?(): void;
  remove?(): void;
  /** Why the owner can’t rename and move, or delete, what is chosen. */
  cannotChange?: string;
  cannotDelete?: string;
  cannotRestore?: string;
  /** Of what is in the trash. */
  restore?(): void;
  deleteForever?(): void;
  /** Why something can’t be done with a whole list. */
  tooMany?(verb: string): string;
  /** Why sharing and switching clouds are not possible for this selection. */
  notOwn?: string;
}

interface SelectionBarProps {
  documents: readonly Document[];
  /** How many the list has on all its pages, where all of them can be chosen at once. */
  everything?: number;
  downloading: boolean;
  /** The actions for these documents. */
  actionsFor(chosen: readonly Document[]): ChosenActions;
}

/** Has its room below the list also while nothing is chosen, so that nothing moves when it appears. */
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
  /** How many more there are to choose. */
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
      <button type="button" className={classes.close} aria-label="Clear selection" onClick={onClear}>
        <IconX size={16} stroke={2} aria-hidden />
      </button>
      <span className={classes.count} role="status">
        {count.toLocaleString('en')} <span className={classes.word}>selected</span>
      </span>
      {everything ? (
        <button type="button" className={classes.everything} onClick={onEverything}>
          Select all {everything.toLocaleString('en')} documents
        </button>
      ) : null}
      <Action
        name="Share"
        icon={IconShare}
        run={actions.share}
        refused={actions.notOwn ?? actions.tooMany?.('share')}
      />
      <Action name="Add label" icon={IconTag} run={actions.labels} />
      <Action name="Add to collection" icon={IconStack2} run={actions.collections} />
      <Action
        name="Switch cloud"
        icon={IconArrowsExchange}
        run={actions.switchCloud}
        refused={actions.tooMany?.('transfer')}
      />
      <Action name={count === 1 ? 'Ask about this' : 'Ask about these'} icon={IconMessageCircle} run={actions.ask} />
      <Action
        name="Download"
        icon={IconDownload}
        run={actions.download}
        loading={downloading}
        refused={actions.tooMany?.('download')}
      />
      <Action
        name={actions.isStarred ? 'Remove star' : 'Add star'}
        icon={actions.isStarred ? IconStarOff : IconStar}
        run={actions.star}
      />
      <Action name="Delete" icon={IconTrash} run={actions.remove} refused={actions.cannotDelete} />
      <Action name="Restore" icon={IconRestore} run={actions.restore} refused={actions.cannotRestore} />
      <Action name="Delete forever" icon={IconTrash} run={actions.deleteForever} />
    </div>
  );
}

interface ActionProps {
  name: string;
  icon: Icon;
  run: (() => void) | undefined;
  loading?: boolean;
  refused?: string;
}

/** One that is refused stays, and says why when it is pointed at or pressed. */
function Action({ name, icon: Picture, run, loading, refused }: ActionProps) {
  if (!run && !refused) return null;
  return (
    <button
      type="button"
      className={classes.action}
      title={run ? name : refused}
      disabled={loading}
      aria-disabled={!run || undefined}
      onClick={() => (run ? run() : toast.error(refused ?? ''))}
    >
      <Picture size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </button>
  );
}

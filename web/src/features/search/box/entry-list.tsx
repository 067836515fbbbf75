import { IconX } from '@tabler/icons-react';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import type { Entry, Group } from './entry.ts';
import { EntryIcon } from './entry-icon.tsx';
import classes from './entry-list.module.css';

interface EntryListProps {
  id: string;
  groups: readonly Group[];
  entries: readonly Entry[];
  active: number;
  idOf(index: number): string;
  onTake(entry: Entry): void;
  onHover(index: number): void;
}

/** The list below a search box. The field keeps the focus and handles the keys. */
export function EntryList({ id, groups, entries, active, idOf, onTake, onHover }: EntryListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={classes.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={group.name} role="group" aria-label={group.name}>
          <div className={classes.group} aria-hidden>
            {group.name}
          </div>
          {group.entries.map((entry) => {
            const index = entries.indexOf(entry);
            return (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
              <div
                key={entry.id}
                id={idOf(index)}
                role="option"
                aria-selected={index === active}
                className={classes.entry}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => onHover(index)}
                onClick={() => onTake(entry)}
              >
                <EntryContent entry={entry} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function EntryContent({ entry }: { entry: Entry }) {
  const { kind, name, detail, slug, remove } = entry;
  return (
    <>
      <span className={`centered rigid ${classes.icon}`}>
        <EntryIcon {...entry} />
      </span>
      <span className={kind === 'operator' ? classes.operator : 'ellipsis grow'}>{name}</span>
      {detail ? (
        <span className={kind === 'operator' ? `ellipsis ${classes.hint}` : classes.detail}>
          {kind === 'document' && slug ? <SourceIcon slug={slug} size={18} /> : null}
          <span className="ellipsis">{detail}</span>
        </span>
      ) : null}
      {remove ? (
        // For pointers; the keyboard has Shift+Delete, and an option can’t contain a button.
        <span
          aria-hidden
          className={classes.remove}
          title="Remove from search history"
          onClick={(event) => {
            event.stopPropagation();
            remove();
          }}
        >
          <IconX size={16} stroke={1.8} />
        </span>
      ) : null}
    </>
  );
}

import { Menu, Tooltip } from '@mantine/core';
import type { SavedSearch } from '@sheaf/contract';
import { IconBookmark } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useId } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import { RenameAndDelete } from '../../../ui/menus/rename-and-delete.tsx';
import side from '../../../ui/navigation/side-links.module.css';
import { deleteSaved, savedQuery } from '../api/saved-searches.ts';
import classes from './saved-searches.module.css';

const SavedDialog = lazyDialog(async () => (await import('./saved-dialog.tsx')).SavedDialog);

interface SavedSearchesProps {
  /** Icons only; the names move into tooltips. */
  folded?: boolean;
  onNavigate?(): void;
  /** The dialog opened or closed: while it is open, the drawer below it must not react to Escape. */
  onDialog?(opened: boolean): void;
}

/** The person’s saved searches in the menu; renders nothing without any. */
export function SavedSearches({ folded = false, onNavigate, onDialog }: SavedSearchesProps) {
  const { data: saved = [] } = useQuery(savedQuery());
  const { mutate: remove } = useMutation(deleteSaved);
  const dialog = useDialog<SavedSearch>();
  const id = useId();
  const rename = (one: SavedSearch) => {
    dialog.open(one);
    onDialog?.(true);
  };
  const close = () => {
    dialog.close();
    onDialog?.(false);
  };
  if (saved.length === 0) return null;
  if (folded)
    return (
      <nav className={side.folded} aria-label="Saved searches">
        {saved.map(({ id: key, name, q }) => (
          <Tooltip key={key} label={name} position="right">
            <SavedLink q={q} aria-label={name} />
          </Tooltip>
        ))}
      </nav>
    );
  return (
    <nav className={side.block} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Saved searches
      </h2>
      <ul>
        {saved.map((one) => (
          <SavedRow
            key={one.id}
            saved={one}
            onNavigate={onNavigate}
            onRename={() => rename(one)}
            onDelete={() => remove(one)}
          />
        ))}
      </ul>
      {dialog.item ? (
        <SavedDialog opened={dialog.opened} saved={dialog.item} q={dialog.item.q} onClose={close} />
      ) : null}
    </nav>
  );
}

interface SavedLinkProps extends ComponentProps<'a'> {
  q: string;
}

/** Marked as current when this search of everything is shown. */
function SavedLink({ q, children, ...props }: SavedLinkProps) {
  return (
    <Link
      {...props}
      to="/directory"
      search={{ search: q, place: undefined, in: undefined }}
      activeOptions={{ explicitUndefined: true }}
      className={`selectable ${side.link}`}
    >
      <IconBookmark size={20} stroke={1.6} aria-hidden className={`rigid ${side.icon}`} />
      {children}
    </Link>
  );
}

interface SavedRowProps {
  saved: SavedSearch;
  onNavigate?(): void;
  onRename(): void;
  onDelete(): void;
}

function SavedRow({ saved: { name, q }, onNavigate, onRename, onDelete }: SavedRowProps) {
  return (
    <li className={side.row}>
      <SavedLink q={q} title={q} onClick={onNavigate}>
        <span className={`ellipsis ${side.name}`}>{name}</span>
      </SavedLink>
      <LightMenu
        position="bottom-end"
        width={160}
        withinPortal={false}
        renderButton={(props) => (
          <DotsButton
            {...props}
            className={side.menu}
            size={28}
            label={`Actions for saved search ${name}`}
            icon={{ size: 16, stroke: 1.8 }}
          />
        )}
      >
        <Menu.Dropdown>
          <RenameAndDelete onRename={onRename} onDelete={onDelete} />
        </Menu.Dropdown>
      </LightMenu>
    </li>
  );
}

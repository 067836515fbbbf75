import { Tooltip } from '@mantine/core';
import type { Collection, Label } from '@sheaf/contract';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CollectionDrops } from '../../../features/collections/components/collection-drops.tsx';
import { tagDocuments } from '../../../features/documents/api/tags.ts';
import { LabelBlock } from '../../../features/labels/components/label-block.tsx';
import { SavedSearches } from '../../../features/search/saved/saved-searches.tsx';
import { count } from '../../../lib/format/format.ts';
import { storageKeys } from '../../../lib/session/storage-keys.ts';
import { useStoredFlag } from '../../../lib/session/use-stored-flag.ts';
import { Logo, LogoMark } from '../../../ui/brand/logo.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { WorkspaceMenu } from './menus/workspace-menu.tsx';
import navigation from './navigation.module.css';
import { Navigation } from './navigation.tsx';
import { Places } from './places.tsx';
import classes from './sidebar.module.css';

/** The menu of wide windows. 'Hide menu' folds it to a rail of icons, and the browser remembers. */
export function Sidebar() {
  const [folded, setFolded] = useStoredFlag(storageKeys.sidebar);
  const drop = useDropDocuments();
  const Picture = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const name = folded ? 'Show menu' : 'Hide menu';
  return (
    <aside className={`column gap-16 rigid ${classes.sidebar}`} data-folded={folded || undefined}>
      <Link to="/directory" className={classes.logo} aria-label="Sheaf, home">
        {folded ? <LogoMark size={28} /> : <Logo size={28} />}
      </Link>
      <WorkspaceMenu folded={folded} />
      <div className={classes.content}>
        <Navigation folded={folded} />
        <Places folded={folded} />
        <SavedSearches folded={folded} />
        <LabelBlock folded={folded} onDocuments={drop.onLabel} />
        {folded ? null : <CollectionDrops onDocuments={drop.onCollection} />}
      </div>
      <Tooltip label={name} position="right" disabled={!folded}>
        <button
          type="button"
          className={`hoverable plain row gap-12 ${navigation.item}`}
          aria-label={folded ? name : undefined}
          onClick={() => setFolded(!folded)}
        >
          <Picture size={20} stroke={1.6} aria-hidden className={`rigid ${navigation.icon}`} />
          {folded ? null : name}
        </button>
      </Tooltip>
    </aside>
  );
}

/** Adds documents that are dropped on the menu to a label or a collection. */
function useDropDocuments() {
  const { mutate: tag } = useMutation(tagDocuments);
  const toastOnSuccess = (ids: readonly string[], name: string) => ({
    onSuccess: () => toast.success(`${count(ids.length, 'document')} added to “${name}”`),
  });
  return {
    onLabel: (label: Label, ids: string[]) => tag({ ids, labels: { add: [label] } }, toastOnSuccess(ids, label.name)),
    onCollection: (collection: Collection, ids: string[]) =>
      tag({ ids, collections: { add: [collection] } }, toastOnSuccess(ids, collection.name)),
  };
}

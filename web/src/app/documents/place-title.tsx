import { Skeleton, Title } from '@mantine/core';
import { may, type SourceAccount, uploadsSource } from '@sheaf/contract';
import { type Icon, IconClock, IconFolders, IconStar, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Breadcrumbs } from '../../features/documents/components/breadcrumbs.tsx';
import { keptInTrash, TrashNote } from '../../features/documents/components/trash/trash-note.tsx';
import type { DocumentSearch } from '../../features/documents/query/document-search.ts';
import { useFolder } from '../../features/documents/use-folder.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { AccountSync } from '../../features/sources/components/sync/account-sync.tsx';
import { accountLine, accountTitle } from '../../lib/format/account-title.ts';
import { isNamedPlace, placeNames, placeOf } from '../../ui/documents/places.ts';
import { SourceIcon } from '../../ui/source-icons/source-icon.tsx';
import classes from './place-title.module.css';

const SIZE = 28;

interface Place {
  /** Undefined while it is loading. */
  name: string | undefined;
  icon: ReactNode;
  /** Whose it is, or what is in it. */
  detail?: ReactNode;
  /** One’s own account, whose sync state is shown. */
  account?: SourceAccount;
}

/** The place or folder of the address: its name as the title of the page, its account, and its sync. */
export function PlaceTitle({ search }: { search: DocumentSearch }) {
  const { name, icon, detail, account } = usePlace(search);
  return (
    <div className={classes.root}>
      <Breadcrumbs search={search} />
      <div className="row gap-12 shrinkable">
        <span className="centered rigid dimmed">{icon}</span>
        <Title order={1} className={`ellipsis ${classes.title}`} title={name}>
          {name ?? <Skeleton component="span" height={20} width={180} my={4} display="block" />}
        </Title>
      </div>
      {detail || account ? (
        <div className={`row wrap dimmed ${classes.about}`}>
          {detail ? <span className={`ellipsis ${classes.detail}`}>{detail}</span> : null}
          {account ? <AccountSync key={account.id} account={account} /> : null}
        </div>
      ) : null}
    </div>
  );
}

/** Describes the folder in the address, or else the place. */
export function usePlace({ in: folderId, place }: DocumentSearch): Place {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { folder, isPending } = useFolder(folderId);
  const hasApps = may(info.role, 'sources.own');
  const { data: accounts, isLoading } = useQuery({ ...accountsQuery(), enabled: hasApps });
  const at = folder ? placeOf(folder) : place;
  const account = accounts?.find(({ id }) => id === at);
  if (folder) {
    const icon = <SourceIcon slug={folder.source.slug} size={SIZE} plain />;
    const from = folder.own ? account && accountLine(account, account.source) : `Shared by ${folder.created_by.name}`;
    return { name: folder.name, icon, detail: from, account };
  }
  const known = (name: string) => (isPending ? undefined : name);
  if (account) {
    return {
      name: known(accountTitle(account, account.source)),
      icon: <SourceIcon slug={account.slug} size={SIZE} plain />,
      detail: accountLine(account, account.source),
      account,
    };
  }
  if (isNamedPlace(place)) {
    const { icon, detail } = named[place];
    // Guests have no storage.
    const about = place === 'trash' && !hasApps ? keptInTrash : detail;
    return { name: known(placeNames[place]), icon, detail: about };
  }
  const detail = hasApps ? 'Files from all your apps' : 'Files people share with you';
  return { name: place && isLoading ? undefined : known('Directory'), icon: pictureOf(IconFolders), detail };
}

const pictureOf = (Picture: Icon) => <Picture size={SIZE} stroke={1.6} aria-hidden />;

const named: Record<keyof typeof placeNames, Omit<Place, 'name'>> = {
  'my-files': {
    icon: <SourceIcon slug={uploadsSource} size={SIZE} plain />,
    detail: 'Files you upload to Sheaf',
  },
  shared: { icon: pictureOf(IconUsers), detail: 'Files and folders people share with you' },
  recent: { icon: pictureOf(IconClock) },
  starred: { icon: pictureOf(IconStar) },
  trash: { icon: pictureOf(IconTrash), detail: <TrashNote /> },
};

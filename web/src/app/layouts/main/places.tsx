import { may } from '@sheaf/contract';
import {
  IconChevronDown,
  IconChevronRight,
  IconChevronUp,
  IconClock,
  IconCopy,
  IconStar,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../../features/sources/api/accounts.ts';
import { storageKeys } from '../../../lib/session/storage-keys.ts';
import { useStoredFlag } from '../../../lib/session/use-stored-flag.ts';
import { myFilesTarget } from '../../../ui/documents/folder-target.ts';
import { placeNames } from '../../../ui/documents/places.ts';
import side from '../../../ui/navigation/side-links.module.css';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { AccountLink, PlaceLink } from './place-link.tsx';
import classes from './places.module.css';

/** How many accounts are shown until the list is expanded. */
const FIRST_ACCOUNTS = 5;

interface PlacesProps {
  /** Icons only; the names move into tooltips. */
  folded?: boolean;
  onNavigate?(): void;
}

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

/**
 * The places of files: My files, the connected accounts, what others share. The browser remembers whether it is
 * collapsed.
 */
export function Places({ folded = false, onNavigate }: PlacesProps) {
  const [collapsed, setCollapsed] = useStoredFlag(storageKeys.places);
  const id = useId();
  if (folded) {
    return (
      <nav aria-label="Places" className={classes.rail}>
        <PlaceList folded />
      </nav>
    );
  }
  const Arrow = collapsed ? IconChevronRight : IconChevronDown;
  return (
    <nav className={classes.block} aria-labelledby={id}>
      <h2 className={classes.head}>
        <button
          type="button"
          id={id}
          className={`plain dimmed-until-hover small strong row gap-4 ${classes.toggle}`}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Arrow size={14} stroke={2} aria-hidden />
          Places
        </button>
      </h2>
      {collapsed ? null : <PlaceList folded={false} onNavigate={onNavigate} />}
    </nav>
  );
}

/** Guests have no files of their own. */
function PlaceList({ folded, onNavigate }: Required<Pick<PlacesProps, 'folded'>> & PlacesProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const hasFiles = may(info.role, 'sources.own');
  const shared = { folded, onNavigate };
  return (
    <ul className={`stack gap-2 ${classes.list}`}>
      {hasFiles ? (
        <>
          <PlaceLink
            {...shared}
            search={{ place: 'my-files' }}
            name={placeNames['my-files']}
            picture={<SourceIcon slug="uploads" size={20} plain />}
            target={myFilesTarget}
          />
          <Accounts {...shared} />
        </>
      ) : null}
      <PlaceLink {...shared} search={{ place: 'shared' }} name={placeNames.shared} picture={<IconUsers {...icon} />} />
      <PlaceLink {...shared} search={{ place: 'recent' }} name={placeNames.recent} picture={<IconClock {...icon} />} />
      <PlaceLink {...shared} search={{ place: 'starred' }} name={placeNames.starred} picture={<IconStar {...icon} />} />
      {hasFiles ? <PlaceLink {...shared} to="/duplicates" name="Duplicates" picture={<IconCopy {...icon} />} /> : null}
      <PlaceLink {...shared} search={{ place: 'trash' }} name={placeNames.trash} picture={<IconTrash {...icon} />} />
    </ul>
  );
}

/** The first few accounts, always including the open one. */
function Accounts({ folded, onNavigate }: PlacesProps) {
  const { data: accounts = [] } = useQuery(accountsQuery());
  const [expanded, setExpanded] = useState(false);
  const { place } = useSearch({ strict: false }) as { place?: string };
  const shown = expanded ? accounts : accounts.filter(({ id }, index) => index < FIRST_ACCOUNTS || id === place);
  const Arrow = expanded ? IconChevronUp : IconChevronDown;
  return (
    <>
      {shown.map((account) => (
        <AccountLink key={account.id} account={account} folded={folded} onNavigate={onNavigate} />
      ))}
      {accounts.length > FIRST_ACCOUNTS && !folded ? (
        <li>
          <button
            type="button"
            className={`plain dimmed-until-hover row gap-12 wide ${side.more}`}
            aria-expanded={expanded}
            aria-label={expanded ? 'See less: accounts' : 'See more: accounts'}
            onClick={() => setExpanded(!expanded)}
          >
            <Arrow size={16} aria-hidden />
            {expanded ? 'See less' : 'See more'}
          </button>
        </li>
      ) : null}
    </>
  );
}

import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statusTexts } from '../../../features/sources/account-status.ts';
import { StatusDot } from '../../../features/sources/components/accounts/account-state.tsx';
import { accountDetail, accountText, accountTitle } from '../../../lib/format/account-title.ts';
import { accountTarget, dropAttributes, type FolderTarget, topObstacle } from '../../../ui/documents/folder-target.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import navigation from './navigation.module.css';
import classes from './places.module.css';

interface PlaceLinkProps {
  to?: '/directory' | '/duplicates';
  search?: { place: string };
  name: string;
  /** Shown below the name; `tooltip` replaces the name in the tooltip. */
  detail?: string;
  tooltip?: string;
  picture: ReactNode;
  /** After the name. */
  mark?: ReactNode;
  /** Where dropped files and documents go; null: nothing can be dropped. */
  target?: FolderTarget | null;
  folded?: boolean;
  onNavigate?(): void;
}

/** One place in the sidebar: an icon with its name, or the icon alone. */
export function PlaceLink(props: PlaceLinkProps) {
  const {
    to = '/directory',
    search,
    name,
    detail,
    tooltip = name,
    picture,
    mark,
    target = null,
    folded,
    onNavigate,
  } = props;
  return (
    <li>
      <Tooltip label={tooltip} position="right" disabled={!folded}>
        <Link
          to={to}
          search={search ?? {}}
          className={`hoverable selectable drop-target plain row gap-12 ${navigation.item} ${classes.place}`}
          data-folded={folded || undefined}
          data-two-lines={(detail !== undefined && !folded) || undefined}
          aria-label={folded ? tooltip : undefined}
          title={folded || !detail ? undefined : tooltip}
          onClick={onNavigate}
          {...dropAttributes(target)}
        >
          <span className={`centered rigid dimmed ${classes.picture}`}>{picture}</span>
          {folded ? null : (
            <span className={classes.names}>
              <span className="ellipsis">{name}</span>
              {detail ? <span className={`ellipsis dimmed ${classes.detail}`}>{detail}</span> : null}
            </span>
          )}
          {mark ? <span className={`rigid ${classes.mark}`}>{mark}</span> : null}
        </Link>
      </Tooltip>
    </li>
  );
}

interface AccountLinkProps {
  account: SourceAccount;
  folded?: boolean;
  onNavigate?(): void;
}

export function AccountLink({ account, ...shared }: AccountLinkProps) {
  const { id, slug, source, status } = account;
  return (
    <PlaceLink
      {...shared}
      search={{ place: id }}
      name={accountTitle(account, source)}
      detail={accountDetail(account, source)}
      tooltip={`${accountText(account, source)}: ${statusTexts[status]}`}
      picture={<SourceIcon slug={slug} size={20} plain />}
      target={source.holds === 'files' && !topObstacle(account) ? accountTarget(account) : null}
      mark={
        <>
          <StatusDot status={status} />
          {shared.folded ? null : <VisuallyHidden>{statusTexts[status]}</VisuallyHidden>}
        </>
      }
    />
  );
}

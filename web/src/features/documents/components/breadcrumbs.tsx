import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { accountText, accountTitle } from '../../../lib/format/account-title.ts';
import { isNamedPlace, placeNames, placeOf } from '../../../ui/documents/places.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { type Account, useChoices } from '../choices.ts';
import type { DocumentSearch } from '../query/document-search.ts';
import { useFolder } from '../use-folder.ts';
import classes from './breadcrumbs.module.css';

interface Crumb {
  name: string;
  /** The name, with what distinguishes it from others. */
  title: string;
  /** The icon of the app. */
  slug?: string;
  search: DocumentSearch;
}

/** Directory › place › folder › …: what is above the place or folder that the list shows. */
export function Breadcrumbs({ search }: { search: DocumentSearch }) {
  const { accounts } = useChoices();
  const { folder, isPending } = useFolder(search.in);
  const place = folder ? placeOf(folder) : search.place;
  const account = folder ? { ...folder.account, source: folder.source } : accounts.find(({ id }) => id === place);

  const crumbs: Crumb[] = [];
  if (place || search.in) crumbs.push({ name: 'Directory', title: 'Directory', search: {} });
  if (place && search.in) crumbs.push(...placeCrumb(place, account));
  for (const { id, name } of folder?.path ?? []) crumbs.push({ name, title: name, search: { place, in: id } });
  if (crumbs.length === 0) return null;

  return (
    <nav aria-label="Breadcrumbs" className={`grow row gap-2 ${classes.crumbs}`}>
      {crumbs.map((crumb, index) => (
        <Fragment key={`${crumb.search.place} ${crumb.search.in}`}>
          {index > 0 ? <IconChevronRight size={14} stroke={1.8} aria-hidden className="rigid dimmed" /> : null}
          <Link
            to="/directory"
            search={{ ...crumb.search, view: search.view }}
            className={`ellipsis dimmed-until-hover ${classes.crumb}`}
            title={crumb.title}
          >
            <CrumbText crumb={crumb} />
          </Link>
        </Fragment>
      ))}
      {isPending ? <Skeleton height={12} width={80} ml={6} /> : null}
    </nav>
  );
}

function CrumbText({ crumb: { slug, name } }: { crumb: Crumb }) {
  if (!slug) return name;
  return (
    <span className="row gap-6 shrinkable">
      <SourceIcon slug={slug} size={16} plain />
      <span className="ellipsis">{name}</span>
    </span>
  );
}

/** Returns no crumb while the account is unknown. */
function placeCrumb(place: string, account: Pick<Account, 'name' | 'display_name' | 'source'> | undefined): Crumb[] {
  const search = { place };
  if (isNamedPlace(place)) return [{ name: placeNames[place], title: placeNames[place], search }];
  if (!account) return [];
  const { source } = account;
  return [{ name: accountTitle(account, source), title: accountText(account, source), slug: source.slug, search }];
}

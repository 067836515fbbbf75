import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { accountText, accountTitle } from '../../../lib/format/account-title.ts';
import { isNamedPlace, placeNames, placeOf } from '../../../ui/documents/places.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { type Account, useChoices } from '../choices.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useFolder } from '../use-folder.ts';
import classes from './breadcrumbs.module.css';

interface Crumb {
  name: string;
  /** The name and what tells it from others. */
  title: string;
  /** The icon of the app. */
  slug?: string;
  search: DocumentSearch;
}

/** All files › place › folder › …: where in the directory the list is. */
export function Breadcrumbs({ search }: { search: DocumentSearch }) {
  const { accounts } = useChoices();
  const { folder, isPending } = useFolder(search.in);
  const place = folder ? placeOf(folder) : search.place;
  const account = folder ? { ...folder.account, source: folder.source } : accounts.find(({ id }) => id === place);

  const crumbs: Crumb[] = [{ name: 'All files', title: 'All files', search: {} }];
  if (place) crumbs.push(...placeCrumb(place, account));
  for (const { id, name } of folder ? [...folder.path, folder] : [])
    crumbs.push({ name, title: name, search: { place, in: id } });
  const last = crumbs.length - 1;

  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      {crumbs.map((crumb, index) => (
        <Fragment key={`${crumb.search.place} ${crumb.search.in}`}>
          {index > 0 ? <IconChevronRight size={16} stroke={1.6} aria-hidden className={classes.arrow} /> : null}
          {index === last && !isPending ? (
            <span className={classes.here} aria-current="page" title={crumb.title}>
              <CrumbText crumb={crumb} />
            </span>
          ) : (
            <Link
              to="/directory"
              search={{ ...crumb.search, view: search.view }}
              className={classes.crumb}
              title={crumb.title}
            >
              <CrumbText crumb={crumb} />
            </Link>
          )}
        </Fragment>
      ))}
      {isPending ? <Skeleton height={14} width={120} /> : null}
    </nav>
  );
}

function CrumbText({ crumb: { slug, name } }: { crumb: Crumb }) {
  if (!slug) return name;
  return (
    <span className={classes.withIcon}>
      <SourceIcon slug={slug} size={20} plain />
      <span className={classes.text}>{name}</span>
    </span>
  );
}

/** None while the account is not known. */
function placeCrumb(place: string, account: Pick<Account, 'name' | 'display_name' | 'source'> | undefined): Crumb[] {
  const search = { place };
  if (isNamedPlace(place)) return [{ name: placeNames[place], title: placeNames[place], search }];
  if (!account) return [];
  const { source } = account;
  return [{ name: accountTitle(account, source), title: accountText(account, source), slug: source.slug, search }];
}

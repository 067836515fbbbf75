import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useChoices } from '../choices.ts';
import type { DocumentQuery } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useFolder } from '../use-folder.ts';
import classes from './breadcrumbs.module.css';

interface Crumb {
  name: string;
  search: DocumentSearch;
}

/** All files › account › folder › …: where in the directory one is. */
export function Breadcrumbs({ query, view }: { query: DocumentQuery; view: string | undefined }) {
  const { account_id, parent_id } = query;
  const { accounts } = useChoices();
  const { folder, isPending } = useFolder(parent_id);
  const account = folder?.account ?? accounts.find(({ id }) => id === account_id);
  const mine = accounts.some(({ id }) => id === account?.id);

  const crumbs: Crumb[] = [{ name: 'All files', search: {} }];
  if (account)
    crumbs.push({ name: account.name, search: { account_id: account.id, ...(mine ? { parent_id: 'root' } : {}) } });
  for (const { id, name } of folder ? [...folder.path, folder] : []) crumbs.push({ name, search: { parent_id: id } });
  const last = crumbs.length - 1;

  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      {crumbs.map(({ name, search }, index) => (
        <Fragment key={`${search.account_id} ${search.parent_id}`}>
          {index > 0 ? <IconChevronRight size={16} stroke={1.6} aria-hidden className={classes.arrow} /> : null}
          {index === last && !isPending ? (
            <span className={classes.here} aria-current="page" title={name}>
              {name}
            </span>
          ) : (
            <Link to="/directory" search={{ ...search, view }} className={classes.crumb} title={name}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
      {isPending ? <Skeleton height={14} width={120} /> : null}
    </nav>
  );
}

import { type DataOf, type documents, may, type SourceAccount } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { collectionQuery, collectionsQuery } from '../../features/collections/api/collections.ts';
import { sourcesQuery } from '../../features/documents/api/documents.ts';
import type { Account, Choices } from '../../features/documents/choices.ts';
import type { DocumentSearch } from '../../features/documents/query/document-search.ts';
import { labelQuery, labelsQuery } from '../../features/labels/api/labels.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';

const noSources: DataOf<typeof documents.sources> = [];

/** Labels, collections and accounts from the other features, for a list of documents. */
export function useChoices({ label_id, collection_id }: DocumentSearch): Choices {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mine = useQuery({ ...accountsQuery(), enabled: may(info.role, 'sources.own') });
  const label = useQuery({ ...labelQuery(label_id ?? ''), enabled: label_id !== undefined });
  const collection = useQuery({ ...collectionQuery(collection_id ?? ''), enabled: collection_id !== undefined });
  const sources = useQuery(sourcesQuery()).data ?? noSources;
  const labelName = label.data?.name;
  const collectionName = collection.data?.name;
  return useMemo(() => {
    const accounts = accountsOf(mine.data ?? [], sources);
    return { labels: labelsQuery(), collections: collectionsQuery(''), accounts, sources, labelName, collectionName };
  }, [mine.data, sources, labelName, collectionName]);
}

/** Connected accounts are listed before they have documents; the server lists the accounts of other documents. */
function accountsOf(mine: readonly SourceAccount[], sources: typeof noSources): Account[] {
  const connected = new Set(mine.map(({ id }) => id));
  const others = sources.flatMap((source) =>
    source.accounts
      .filter(({ id }) => !connected.has(id))
      .map(({ own, owner, ...account }) => ({ ...account, source, owner: own ? undefined : owner.name })),
  );
  return [...mine, ...others];
}

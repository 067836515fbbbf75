import { may } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { collectionQuery, collectionsQuery } from '../../features/collections/api/collections.ts';
import { sourcesQuery } from '../../features/documents/api/documents.ts';
import type { Choices } from '../../features/documents/choices.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { labelQuery, labelsQuery } from '../../features/labels/api/labels.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';

const noAccounts: Choices['accounts'] = [];
const noSources: Choices['sources'] = [];

/** What the other features know of labels, collections and accounts, for a list of documents. */
export function useChoices({ label_id, collection_id }: DocumentSearch): Choices {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mine = useQuery({ ...accountsQuery(), enabled: may(info.role, 'sources.own') });
  const label = useQuery({ ...labelQuery(label_id ?? ''), enabled: label_id !== undefined });
  const collection = useQuery({ ...collectionQuery(collection_id ?? ''), enabled: collection_id !== undefined });
  const accounts = mine.data ?? noAccounts;
  const sources = useQuery(sourcesQuery()).data ?? noSources;
  const labelName = label.data?.name;
  const collectionName = collection.data?.name;
  return useMemo(
    () => ({ labels: labelsQuery(), collections: collectionsQuery(''), accounts, sources, labelName, collectionName }),
    [accounts, sources, labelName, collectionName],
  );
}

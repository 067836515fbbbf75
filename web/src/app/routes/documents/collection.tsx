import { Skeleton } from '@mantine/core';
import { IconFiles, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectionQuery } from '../../../features/collections/api/collections.ts';
import { CollectionHeader } from '../../../features/collections/components/collection-header.tsx';
import { isAbsent } from '../../../lib/api/http.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { DocumentPage } from '../../documents/document-page.tsx';
import { useTabName } from '../../router/page-title.tsx';
import { toDirectory } from '../../to-directory.tsx';

const route = getRouteApi('/verified/main/collections/$id');

export function Page() {
  const { id } = route.useParams();
  const { data: collection, error, isPending, refetch } = useQuery(collectionQuery(id));
  const search = route.useSearch();
  const scope = useMemo(() => ({ collection_id: id }), [id]);
  const navigate = useNavigate();
  const place = useMemo(
    () =>
      collection && <CollectionHeader collection={collection} onDelete={() => void navigate({ to: '/collections' })} />,
    [collection, navigate],
  );
  const empty = useMemo(() => <NoDocuments name={collection?.name ?? ''} />, [collection?.name]);
  useTabName(collection?.name);

  if (isPending) return <Skeleton height={32} width={220} my={4} role="status" aria-label="Loading" />;
  if (isAbsent(error)) return <Absent />;
  if (!collection) return <LoadFailed what="this collection" retry={() => void refetch()} />;
  return <DocumentPage key={id} label={collection.name} search={search} scope={scope} place={place} empty={empty} />;
}

function NoDocuments({ name }: { name: string }) {
  return (
    <EmptyState icon={IconFiles} title="No documents in this collection yet" action={toDirectory}>
      Files you add to “{name}” appear here, whichever app they come from. Add files from Directory.
    </EmptyState>
  );
}

function Absent() {
  return (
    <EmptyState
      icon={IconStack2}
      title="Collection not found"
      order={1}
      action={
        <ButtonLink to="/collections" variant="default">
          All collections
        </ButtonLink>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}

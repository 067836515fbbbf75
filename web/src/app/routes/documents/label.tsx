import { Skeleton } from '@mantine/core';
import { IconFiles, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { labelQuery } from '../../../features/labels/api/labels.ts';
import { LabelHeader } from '../../../features/labels/components/label-header.tsx';
import { isAbsent } from '../../../lib/api/http.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { DocumentPage } from '../../documents/document-page.tsx';
import { useTabName } from '../../router/page-title.tsx';
import { toDirectory } from '../../to-directory.tsx';

const route = getRouteApi('/verified/main/labels/$id');

export function Page() {
  const { id } = route.useParams();
  const { data: label, error, isPending, refetch } = useQuery(labelQuery(id));
  const search = route.useSearch();
  const scope = useMemo(() => ({ label_id: id }), [id]);
  const navigate = useNavigate();
  const place = useMemo(
    () => label && <LabelHeader key={label.id} label={label} onDelete={() => void navigate({ to: '/directory' })} />,
    [label, navigate],
  );
  const empty = useMemo(() => <NoDocuments name={label?.name ?? ''} />, [label?.name]);
  useTabName(label?.name);

  if (isPending) return <Skeleton height={32} width={220} my={4} role="status" aria-label="Loading" />;
  if (isAbsent(error)) return <Absent />;
  if (!label) return <LoadFailed what="this label" retry={() => void refetch()} />;
  return <DocumentPage key={id} label={label.name} search={search} scope={scope} place={place} empty={empty} />;
}

function NoDocuments({ name }: { name: string }) {
  return (
    <EmptyState icon={IconFiles} title="No documents with this label yet" action={toDirectory}>
      Files you label “{name}” appear here, whichever app they come from. Label files in Directory.
    </EmptyState>
  );
}

function Absent() {
  return (
    <EmptyState icon={IconTag} title="Label not found" order={1} action={toDirectory}>
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}

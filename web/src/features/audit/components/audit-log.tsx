import { Button, Text, Title } from '@mantine/core';
import type { AuditFormat } from '@sheaf/contract';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { PageToolbar } from '../../../ui/layout/page-toolbar.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import table from '../../../ui/lists/table.module.css';
import { auditQuery, exportAudit } from '../api/audit.ts';
import type { AuditChange, AuditSearch } from '../audit-search.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';

const formats: readonly { format: AuditFormat; name: string }[] = [
  { format: 'csv', name: 'Export CSV' },
  { format: 'json', name: 'Export JSON' },
];

interface AuditLogProps {
  filters: AuditSearch;
  onChange(change: AuditChange): void;
}

/** The events of the workspace, with filters and an export of what they show. */
export function AuditLog({ filters, onChange }: AuditLogProps) {
  const { mutate: save, isPending, variables } = useMutation(exportAudit);
  return (
    <>
      <Title order={2}>Audit log</Title>
      <Text c="dimmed" mt={4} mb={20}>
        Who did what in this workspace, when and from where. It can’t be edited.
      </Text>
      <PageToolbar>
        {formats.map(({ format, name }) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            loading={isPending && variables.format === format}
            onClick={() => save({ format, filters })}
          >
            {name}
          </Button>
        ))}
      </PageToolbar>
      <AuditFilters filters={filters} onChange={onChange} />
      <Events filters={filters} />
    </>
  );
}

function Events({ filters }: { filters: AuditSearch }) {
  const query = useInfiniteQuery(auditQuery(filters));
  if (query.isPending) return <ListSkeleton rows={8} framed />;
  if (!query.data) return <LoadFailed what="the audit log" retry={() => void query.refetch()} />;
  if (query.data.length === 0) return <NoEvents isFiltered={Object.keys(filters).length > 0} />;
  return (
    <div className="framed" aria-busy={query.isPlaceholderData}>
      <ul className="lined" aria-label="Events">
        {query.data.map((event) => (
          <AuditRow key={event.id} event={event} />
        ))}
      </ul>
      <LoadMore query={query} what="events" />
    </div>
  );
}

const NoEvents = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p className={table.none}>No events match these filters</p>
  ) : (
    <EmptyState icon={IconHistory} title="No events yet">
      Sign-ins, invitations, shares, downloads and other changes will appear here.
    </EmptyState>
  );

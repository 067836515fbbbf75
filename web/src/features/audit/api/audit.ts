import { type AuditFormat, audit } from '@sheaf/contract';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { saveFrom } from '../../../lib/browser/save-file.ts';
import type { AuditSearch } from '../audit-search.ts';

function askedFor({ from, to, ...others }: AuditSearch) {
  return { ...others, ...(from && { from: startOf(from) }), ...(to && { to: startOf(to, 1) }) };
}

/** When a day begins, or one of the days after it. */
function startOf(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later).toISOString();
}

/** Newest first; grows by a page as it is scrolled. */
export const auditQuery = (filters: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey('audit'), 'list', filters],
    queryFn: async ({ pageParam, signal }) =>
      (await call(audit.list, { query: { ...askedFor(filters), ...(pageParam && { after: pageParam }) }, signal }))
        .data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ events }) => events),
    placeholderData: keepPreviousData,
    // People expect to see what they did a moment ago.
    staleTime: 0,
  });

export const auditPeopleQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('audit'), 'people'],
    queryFn: async ({ signal }) => (await call(audit.people, { signal })).data,
  });

export const exportAudit = mutationOptions({
  async mutationFn({ format, filters }: { format: AuditFormat; filters: AuditSearch }) {
    const { data } = await call(audit.export, { body: { format, ...askedFor(filters) } });
    saveFrom(`/storage/${data.local_path}`);
  },
  onSuccess: (_data, _input, _result, { client }) =>
    client.invalidateQueries({ queryKey: [...organizationKey('audit'), 'list'] }),
});

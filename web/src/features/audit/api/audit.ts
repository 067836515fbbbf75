import { type AuditAction, type AuditFormat, audit } from '@sheaf/contract';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { saveFrom } from '../../../lib/browser/save-file.ts';

/** Days are those of the person who looks, both included. */
export interface AuditFilters {
  actor: string | null;
  action: AuditAction | null;
  fromDay: string;
  toDay: string;
}

export const noFilters: AuditFilters = { actor: null, action: null, fromDay: '', toDay: '' };

function askedFor({ actor, action, fromDay, toDay }: AuditFilters) {
  const [from, to] = [startOf(fromDay), startOf(toDay, 1)];
  return { ...(actor && { actor }), ...(action && { action }), ...(from && { from }), ...(to && { to }) };
}

/** When a day begins, or one of the days after it; nothing for what is no day yet. */
function startOf(day: string, later = 0): string | undefined {
  const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}

/** Newest first; grows by a page as it is scrolled. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey('audit'), 'list', filters],
    queryFn: async ({ pageParam, signal }) =>
      (await call(audit.list, { query: { ...askedFor(filters), ...(pageParam && { after: pageParam }) }, signal }))
        .data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ events }) => events),
    placeholderData: keepPreviousData,
    // What one did a moment ago is expected to be there.
    staleTime: 0,
  });

export const auditPeopleQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('audit'), 'people'],
    queryFn: async ({ signal }) => (await call(audit.people, { signal })).data,
  });

export const exportAudit = mutationOptions({
  async mutationFn({ format, filters }: { format: AuditFormat; filters: AuditFilters }) {
    const { data } = await call(audit.export, { body: { format, ...askedFor(filters) } });
    saveFrom(`/storage/${data.local_path}`);
  },
  onSuccess: (_data, _input, _result, { client }) =>
    client.invalidateQueries({ queryKey: [...organizationKey('audit'), 'list'] }),
});

import { type NotificationKind, type NotificationSetting, notifications } from '@sheaf/contract';
import { type InfiniteData, infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { itemsOf } from '../../../lib/api/paged-list.ts';

async function loadPage(page: number, signal: AbortSignal) {
  const { data, pagination } = await call(notifications.list, { query: { page }, signal });
  return { data: data.notifications, unread: data.unread, pagination };
}
type Page = Awaited<ReturnType<typeof loadPage>>;

/** Newest first, loaded by scrolling. The server’s events keep them up to date. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: organizationKey('notifications'),
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { currentPage, perPage, total } }: Page) =>
      currentPage * perPage < total ? currentPage + 1 : undefined,
    select: ({ pages }) => ({ items: itemsOf(pages), unread: pages[0]?.unread ?? 0 }),
    // The bell is an extra: the page is complete without it, and the list shows the failure itself.
    meta: { quiet: true },
  });

/** Marks these as read, or all. */
export const markRead = mutationOptions({
  mutationFn: (ids: readonly string[] | 'all') =>
    call(notifications.markRead, { body: ids === 'all' ? { all: true } : { ids: [...ids] } }),
  onMutate: async (ids, { client }) => {
    const { queryKey } = notificationsQuery();
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => known && withRead(known, ids));
  },
  // Reloads, because another tab or the server may have changed them meanwhile.
  onSettled: (_answer, _error, _ids, _undo, { client }) => client.invalidateQueries(notificationsQuery()),
});

function withRead<Param>(known: InfiniteData<Page, Param>, ids: readonly string[] | 'all'): InfiniteData<Page, Param> {
  const isMeant = ({ id }: { id: string }) => ids === 'all' || ids.includes(id);
  const newlyRead = itemsOf(known.pages).filter((one) => !one.read && isMeant(one)).length;
  const pages = known.pages.map((page) => ({
    ...page,
    data: page.data.map((one) => (isMeant(one) ? { ...one, read: true } : one)),
    unread: ids === 'all' ? 0 : page.unread - newlyRead,
  }));
  return { ...known, pages };
}

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async ({ signal }) => (await call(notifications.settings, { signal })).data,
});

export const changeNotificationSettings = mutationOptions({
  mutationFn: async ({ kind, channel }: { kind: NotificationKind; channel: NotificationSetting['channel'] }) =>
    (await call(notifications.changeSettings, { body: { channels: { [kind]: channel } } })).data,
  onMutate: (change, { client }) => {
    const { queryKey } = notificationSettingsQuery;
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (known) =>
      known?.map((one) => (one.kind === change.kind ? { ...one, channel: change.channel } : one)),
    );
    return () => client.setQueryData(queryKey, before);
  },
  onError: (_error, _change, undo) => undo?.(),
  onSuccess: (settings, _change, _undo, { client }) =>
    client.setQueryData(notificationSettingsQuery.queryKey, settings),
});

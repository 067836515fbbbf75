import { type CallInput, sources } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { storageKeys, tabKeys } from '../../../lib/session/storage-keys.ts';
import { putAccount } from './accounts.ts';

export const sourcesQuery = () =>
  queryOptions({
    queryKey: organizationKey('sources'),
    queryFn: async ({ signal }) => (await call(sources.list, { signal })).data,
  });

/** Goes to the consent page. Pending until the page is left or shown again. `guide`: returns to the setup guide. */
export const beginConnecting = mutationOptions({
  async mutationFn({ guide, ...body }: CallInput<typeof sources.beginOAuth>['body'] & { guide?: boolean }) {
    const { data } = await call(sources.beginOAuth, { body });
    pendingSource.remember(body.source, { account: body.account_id, access: body.access, guide });
    const back = pageShownAgain();
    window.location.assign(data.url);
    await back;
  },
});

/** Resolves when the page is restored from the browser’s cache, because the person went back from the consent page. */
function pageShownAgain(): Promise<void> {
  return new Promise((resolve) => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      window.removeEventListener('pageshow', shown);
      resolve();
    };
    window.addEventListener('pageshow', shown);
  });
}

/**
 * The source being connected; the account if it is reconnected or allowed more access; whether the setup guide started
 * it.
 */
export const pendingSource = {
  get: () => localStorage.getItem(storageKeys.source),
  getAccount: () => sessionStorage.getItem(tabKeys.reconnecting) ?? undefined,
  getAccess: () => sessionStorage.getItem(tabKeys.allowing) ?? undefined,
  isOfGuide: () => sessionStorage.getItem(tabKeys.connectingInGuide) === '1',
  remember(slug: string, { account, access, guide }: { account?: string; access?: string; guide?: boolean }) {
    this.forget();
    localStorage.setItem(storageKeys.source, slug);
    if (account) sessionStorage.setItem(tabKeys.reconnecting, account);
    if (access) sessionStorage.setItem(tabKeys.allowing, access);
    if (guide) sessionStorage.setItem(tabKeys.connectingInGuide, '1');
  },
  forget() {
    localStorage.removeItem(storageKeys.source);
    sessionStorage.removeItem(tabKeys.reconnecting);
    sessionStorage.removeItem(tabKeys.allowing);
    sessionStorage.removeItem(tabKeys.connectingInGuide);
  },
};

/**
 * Sends what the consent page returned to the server. A query, not a mutation, because its key makes it run once per
 * state.
 */
export const finishConnecting = (body: CallInput<typeof sources.finishOAuth>['body']) =>
  queryOptions({
    queryKey: [...organizationKey('finish-connecting'), body.source, body.state],
    async queryFn({ client }) {
      const { data } = await call(sources.finishOAuth, { body });
      putAccount(client, data);
      pendingSource.forget();
      return data;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { quiet: true },
  });

export const credentialFormQuery = (body: CallInput<typeof sources.credentialForm>['body']) =>
  queryOptions({
    queryKey: [...organizationKey('credential-form'), body.source, body.state],
    queryFn: async ({ signal }) => (await call(sources.credentialForm, { body, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });

export const submitCredentials = mutationOptions({
  mutationFn: async (body: CallInput<typeof sources.submitCredentials>['body']) =>
    (await call(sources.submitCredentials, { body })).data,
  meta: { errorShownInPlace: true },
});

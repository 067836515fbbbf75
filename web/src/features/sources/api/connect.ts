import { type CallInput, sources } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import { storageKeys, tabKeys } from '../../../lib/storage-keys.ts';
import { putAccount } from './accounts.ts';

export const sourcesQuery = () =>
  queryOptions({
    queryKey: organizationKey('sources'),
    queryFn: async ({ signal }) => (await call(sources.list, { signal })).data,
  });

/** Sends the browser to the consent page. Pending until the page is left, or come back to. */
export const beginConnecting = mutationOptions({
  async mutationFn(body: CallInput<typeof sources.beginOAuth>['body']) {
    const { data } = await call(sources.beginOAuth, { body });
    pendingSource.remember(body.source, body.account_id);
    const back = comeBack();
    window.location.assign(data.url);
    await back;
  },
});

/** The page is shown again as it was left: somebody went back from the consent page. */
function comeBack(): Promise<void> {
  return new Promise((resolve) => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      window.removeEventListener('pageshow', shown);
      resolve();
    };
    window.addEventListener('pageshow', shown);
  });
}

/** The source that is being connected, and the account if that is one of before. */
export const pendingSource = {
  get: () => localStorage.getItem(storageKeys.source),
  getAccount: () => sessionStorage.getItem(tabKeys.reconnecting) ?? undefined,
  remember(slug: string, account?: string) {
    localStorage.setItem(storageKeys.source, slug);
    if (account) sessionStorage.setItem(tabKeys.reconnecting, account);
    else sessionStorage.removeItem(tabKeys.reconnecting);
  },
  forget() {
    localStorage.removeItem(storageKeys.source);
    sessionStorage.removeItem(tabKeys.reconnecting);
  },
};

/**
 * Hands in what the consent page sent back. A query, not a mutation, because its key makes it happen once: whoever
 * asks for the same state gets the same answer.
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
  meta: { toldInPlace: true },
});

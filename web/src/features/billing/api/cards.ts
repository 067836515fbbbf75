import { type CallInput, type Card, payment } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** The primary one first. */
export const cardsQuery = () =>
  queryOptions({
    queryKey: organizationKey('cards'),
    queryFn: async ({ signal }) => (await call(payment.cards, { signal })).data,
  });

/** The data that the provider’s script needs for one card; it is never reused. */
export const cardIntentQuery = () =>
  queryOptions({
    queryKey: organizationKey('card-intent'),
    queryFn: async ({ signal }) => (await call(payment.registerCardIntent, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { quiet: true },
  });

/** Saves the card that the browser registered with the provider. */
export const addCard = mutationOptions({
  mutationFn: async (body: CallInput<typeof payment.addCard>['body']) => (await call(payment.addCard, { body })).data,
  onSuccess: (_card, _body, _result, { client }) => client.invalidateQueries(cardsQuery()),
  meta: { errorShownInPlace: true },
});

export const makePrimary = mutationOptions({
  mutationFn: async (id: string) => (await call(payment.updateCard, { params: { id }, body: { primary: true } })).data,
  onSuccess: (card, _id, _result, { client }) =>
    changeCards(client, (cards) => cards.map((one) => ({ ...one, primary: one.id === card.id }))),
});

export const removeCard = mutationOptions({
  mutationFn: (id: string) => call(payment.removeCard, { params: { id } }),
  onSuccess: (_answer, id, _result, { client }) =>
    changeCards(client, (cards) => cards.filter((card) => card.id !== id)),
});

async function changeCards(client: QueryClient, change: (cards: Card[]) => Card[]): Promise<void> {
  const { queryKey } = cardsQuery();
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (cards) => cards && change(cards));
  await client.invalidateQueries({ queryKey });
}

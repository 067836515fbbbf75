import { type AiMessage, type AiScope, type AiThread, ai } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';
import { toast } from '../../../ui/feedback/toast.ts';

const lists = () => [...organizationKey('ai-threads'), 'list'];

/** One's conversations, pinned ones first, then by last use. */
export const threadsQuery = (search: string) =>
  pagedOptions([...lists(), search], (query, signal) =>
    call(ai.threads, { query: { ...query, search: search || undefined }, signal }),
  );

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('ai-threads'), 'one', id],
    queryFn: async ({ signal }) => (await call(ai.thread, { params: { id }, signal })).data,
    // The page itself shows that a conversation is gone.
    meta: { quiet: true },
  });

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: organizationKey('ai-suggestions'),
    queryFn: async ({ signal }) => (await call(ai.suggestions, { signal })).data,
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  });

export const reloadThreads = (client: QueryClient) => reloadLists(client, lists());

export async function createThread(client: QueryClient, scope: AiScope): Promise<AiThread> {
  const { data: thread } = await call(ai.createThread, { body: { scope } });
  client.setQueryData(threadQuery(thread.id).queryKey, { thread, messages: [] });
  return thread;
}

type Change = { id: string } & Partial<Pick<AiThread, 'title' | 'pinned' | 'scope'>>;

export const changeThread = mutationOptions({
  mutationFn: async ({ id, ...body }: Change) => (await call(ai.changeThread, { params: { id }, body })).data,
  onMutate: async ({ id, ...change }, { client }) => {
    const { queryKey } = threadQuery(id);
    const before = client.getQueryData(queryKey);
    const undo = await changeLists<AiThread>(client, lists(), (list) => changed(list, id, change));
    client.setQueryData(queryKey, (known) => known && { ...known, thread: { ...known.thread, ...change } });
    return () => {
      undo();
      client.setQueryData(queryKey, before);
    };
  },
  onError: (_error, _change, undo) => undo?.(),
  onSettled: (_data, _error, _change, _undo, { client }) => void reloadThreads(client),
});

export const removeThread = mutationOptions({
  mutationFn: (id: string) => call(ai.removeThread, { params: { id } }),
  onMutate: (id, { client }) => changeLists<AiThread>(client, lists(), (list) => without(list, id)),
  onError: (_error, _id, undo) => undo?.(),
  onSuccess: (_data, id, _undo, { client }) => {
    client.removeQueries(threadQuery(id));
    toast.success('Conversation deleted');
  },
  onSettled: (_data, _error, _id, _undo, { client }) => void reloadThreads(client),
});

interface Feedback {
  threadId: string;
  messageId: string;
  feedback: AiMessage['feedback'];
}

export const giveFeedback = mutationOptions({
  mutationFn: ({ messageId, feedback }: Feedback) =>
    call(ai.feedback, { params: { id: messageId }, body: { feedback } }),
  onMutate: ({ threadId, messageId, feedback }, { client }) => {
    const { queryKey } = threadQuery(threadId);
    const before = client.getQueryData(queryKey);
    client.setQueryData(
      queryKey,
      (known) =>
        known && {
          ...known,
          messages: known.messages.map((one) => (one.id === messageId ? { ...one, feedback } : one)),
        },
    );
    return () => client.setQueryData(queryKey, before);
  },
  onError: (_error, _input, undo) => undo?.(),
});

export const exportThread = async (id: string) => (await call(ai.exportThread, { params: { id } })).data;

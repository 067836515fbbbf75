import { type AiSettings, ai } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

export const aiSettingsQuery = () =>
  queryOptions({
    queryKey: organizationKey('ai-settings'),
    queryFn: async ({ signal }) => (await call(ai.settings, { signal })).data,
  });

export const changeAiSettings = mutationOptions({
  mutationFn: async (body: Partial<Pick<AiSettings, 'enabled' | 'excluded_sources'>>) =>
    (await call(ai.changeSettings, { body })).data,
  onMutate: (change, { client }) => {
    const { queryKey } = aiSettingsQuery();
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (known) => known && { ...known, ...change });
    return () => client.setQueryData(queryKey, before);
  },
  onError: (_error, _change, undo) => undo?.(),
  onSuccess: (settings, _change, _undo, { client }) => client.setQueryData(aiSettingsQuery().queryKey, settings),
});

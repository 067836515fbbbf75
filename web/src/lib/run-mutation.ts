import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation outside a component; a failure is told like every other. */
export function runMutation<Data, Input>(
  client: QueryClient,
  // biome-ignore lint/suspicious/noExplicitAny: what onMutate answers is between the mutation and itself
  options: MutationOptions<Data, Error, Input, any>,
  input: Input,
): void {
  client
    .getMutationCache()
    .build(client, options)
    .execute(input)
    .catch(() => {});
}

import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation outside a component; failures are reported as usual. */
export function runMutation<Data, Input, Kept>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Input, Kept>,
  input: Input,
): void {
  client
    .getMutationCache()
    .build(client, options)
    .execute(input)
    .catch(() => {});
}

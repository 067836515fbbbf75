import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

interface InPlace {
  /** The form shows errors about the whole of it as well, not only those about its fields. */
  showsProblem?: boolean;
}

/** The call of a form: an error that the form shows in place is not repeated in a toast. */
export function useFormMutation<Data, Failure, Input, Context>(
  options: UseMutationOptions<Data, Failure, Input, Context>,
  { showsProblem = false }: InPlace = {},
) {
  const errorShownInPlace = options.meta?.errorShownInPlace || showsProblem || 'fields';
  return useMutation({ ...options, meta: { ...options.meta, errorShownInPlace } });
}

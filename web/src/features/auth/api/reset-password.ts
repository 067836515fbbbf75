import { auth, type CallInput } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const forgetPassword = mutationOptions({
  mutationFn: (input: CallInput<typeof auth.forgetPassword>) => call(auth.forgetPassword, input),
});

export const resetPassword = mutationOptions({
  mutationFn: (input: CallInput<typeof auth.resetPassword>) => call(auth.resetPassword, input),
});

import { auth, type CallInput } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const verify = mutationOptions({
  mutationFn: (input: CallInput<typeof auth.verify>) => call(auth.verify, input),
});

export const resendCode = mutationOptions({
  mutationFn: () => call(auth.resendCode),
});

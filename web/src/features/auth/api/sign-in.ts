import { auth, type CallInput } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call, session } from '../../../lib/api/http.ts';
import { returnPath } from '../../../lib/session/return-path.ts';
import { storageKeys } from '../../../lib/session/storage-keys.ts';

/** With two-factor authentication, the session starts only after the second step. */
export const login = mutationOptions({
  mutationFn: async (input: CallInput<typeof auth.login>) => (await call(auth.login, input)).data,
  onSuccess(data) {
    if ('auth' in data) session.start(data.auth.token);
  },
});

export const register = mutationOptions({
  mutationFn: async (input: CallInput<typeof auth.register>) => (await call(auth.register, input)).data,
  onSuccess(data) {
    session.start(data.auth.token);
    localStorage.setItem(storageKeys.registeredAt, new Date().toISOString());
  },
});

/** Signs out here even if the server could not be reached. */
export const logout = mutationOptions({
  mutationFn: () => call(auth.logout),
  onSettled() {
    session.end();
    returnPath.forget();
  },
});

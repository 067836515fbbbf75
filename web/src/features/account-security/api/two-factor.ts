import { type CallInput, twoFactor } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { askForPasskey, createOwnPasskey } from './own-passkeys.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['user', 'two-factor'],
  queryFn: async ({ signal }) => (await call(twoFactor.get, { signal })).data,
});

// Never kept: what is sent and answered here are passwords, secrets and codes.
const gcTime = 0;

export const beginSetUp = mutationOptions({
  mutationFn: async (input: CallInput<typeof twoFactor.begin>) => (await call(twoFactor.begin, input)).data,
  gcTime,
});

export const confirmSetUp = mutationOptions({
  mutationFn: async (input: CallInput<typeof twoFactor.confirm>) => (await call(twoFactor.confirm, input)).data,
  gcTime,
  // Other sessions have ended too.
  onSuccess: (_data, _input, _result, { client }) => void client.invalidateQueries({ queryKey: ['user'] }),
});

/** Turns it on with one of the person’s passkeys; without any, the browser creates one first. */
export const turnOnWithPasskey = mutationOptions({
  mutationFn: async ({ current_password, hasPasskey }: { current_password: string; hasPasskey: boolean }) => {
    if (!hasPasskey) await createOwnPasskey({ current_password });
    const passkey = hasPasskey ? await askForPasskey() : undefined;
    return (await call(twoFactor.usePasskey, { body: { current_password, passkey } })).data;
  },
  gcTime,
  onSuccess: (_data, _input, _result, { client }) => void client.invalidateQueries({ queryKey: ['user'] }),
  onError: (_error, _input, _result, { client }) => void client.invalidateQueries({ queryKey: ['user', 'passkeys'] }),
});

export const renewRecoveryCodes = mutationOptions({
  mutationFn: async (input: CallInput<typeof twoFactor.renewCodes>) => (await call(twoFactor.renewCodes, input)).data,
  gcTime,
  onSuccess: (_data, _input, _result, { client }) => void client.invalidateQueries(twoFactorQuery),
});

export const turnOff = mutationOptions({
  mutationFn: (input: CallInput<typeof twoFactor.disable>) => call(twoFactor.disable, input),
  gcTime,
  onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries(twoFactorQuery),
});

import { ConnectorError } from '@sheaf/connectors';
import { expect, it } from 'vitest';
import { asSourceError } from './connect.ts';
import { plainReason } from './plain-reason.ts';

it.each([
  ['unavailable', 'Dropbox answers users/get_space_usage with 503', 'Dropbox isn’t responding properly right now.'],
  ['unavailable', 'Google answered 500 to a token request', 'Dropbox isn’t responding properly right now.'],
  ['forbidden', 'Slack answers conversations.history with no_permission', 'Dropbox doesn’t allow this.'],
  ['unavailable', 'There is no folder Plans at the host', 'There is no folder Plans at the host.'],
] as const)('%s, “%s”: %s', (code, message, reason) => {
  expect(plainReason(new ConnectorError(code, message), 'Dropbox')).toBe(reason);
});

it('tells somebody who waits for the answer what to do', async () => {
  const failure = new ConnectorError('unavailable', 'Dropbox answers files/list_folder with 503');
  await expect(asSourceError(Promise.reject(failure))).rejects.toMatchObject({
    code: 'source_failed',
    message: 'The app isn’t responding properly right now. Try again in a few minutes.',
  });
});

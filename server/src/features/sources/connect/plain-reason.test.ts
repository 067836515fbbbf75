import { ConnectorError, plainError } from '@sheaf/connectors';
import { expect, it } from 'vitest';
import { asSourceError } from './connect.ts';
import { plainReason } from './plain-reason.ts';

it.each([
  ['unavailable', 'Dropbox answers users/get_space_usage with 503', 'Dropbox isn’t responding properly right now.'],
  ['unavailable', 'Google Drive: status 500', 'Dropbox isn’t responding properly right now.'],
  ['forbidden', 'Box: access_denied_insufficient_permissions', 'Dropbox doesn’t allow this.'],
] as const)('%s, “%s”: %s', (code, message, reason) => {
  expect(plainReason(new ConnectorError(code, message), 'Dropbox')).toBe(reason);
});

it('uses a connector’s own message for people', () => {
  const error = plainError('unavailable', 'Nobody answers at files.example.com');
  expect(plainReason(error, 'WebDAV')).toBe('Nobody answers at files.example.com.');
});

it('tells a waiting person what to do, and logs the cloud’s message', async () => {
  const failure = new ConnectorError('unavailable', 'Dropbox answers files/list_folder with 503');
  await expect(asSourceError(Promise.reject(failure))).rejects.toMatchObject({
    code: 'source_failed',
    message: 'The app isn’t responding properly right now. Try again in a few minutes.',
    cause: failure,
  });
});

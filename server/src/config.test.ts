import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problem = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'none';
};

describe('a wrong setting stops the start with a sentence that names it', () => {
  it.each([
    [{ PORT: 'eighty' }, "PORT should be a whole number from 1 to 65535, but it is 'eighty'."],
    [{ PORT: '70000' }, "PORT should be a whole number from 1 to 65535, but it is '70000'."],
    [{ SHEAF_ROLE: 'web' }, "SHEAF_ROLE should be one of all, api, worker, but it is 'web'."],
    [
      { SHEAF_PUBLIC_URL: 'sheaf.example' },
      'SHEAF_PUBLIC_URL should be an address that starts with http:// or https://, but it is something else.',
    ],
    [{ SHEAF_SECRET: 'short' }, 'SHEAF_SECRET should be at least 32 characters, but it is something else.'],
    [{ SHEAF_ROLE: 'worker' }, 'SHEAF_ROLE=worker needs DATABASE_URL: the embedded database serves one process only.'],
  ])('%j', (env, message) => expect(problem(env)).toBe(message));

  it('never shows the value of a secret', () => {
    expect(problem({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).not.toContain('hunter2');
  });
});

it('needs nothing', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    publicUrl: 'http://localhost:3000',
    blobs: { kind: 'disk' },
  });
});

it('takes an empty value for none', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

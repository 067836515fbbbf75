import { type S3Options, startS3 } from '@sheaf/sandbox';
import { testAccount } from '../../kit/testing/test-account.ts';
import { s3 } from '../index.ts';

export const login = { bucket: 'files', accessKeyId: 'AKIATEST', secretAccessKey: 'a/secret+with=signs' };

export const fieldsOf = (url: string, more: Record<string, string> = {}) => ({
  endpoint: url,
  region: '',
  prefix: '',
  pathStyle: '',
  ...login,
  ...more,
});

/** The sandbox, an account in it, and another client of the same bucket. */
export async function startWorld(options: Partial<S3Options> = {}, fields: Record<string, string> = {}) {
  const sandbox = await startS3({ ...login, ...options });
  const { bucket, faults } = sandbox;
  const account = testAccount({ fields: fieldsOf(sandbox.url, fields) });
  const outside = sandbox.folders(fields.prefix ? `${fields.prefix}/` : '');
  return {
    sandbox,
    bucket,
    faults,
    account,
    outside,
    open: () => s3.open(account),
    async stop() {
      await account.close();
      await sandbox.stop();
    },
  };
}

import { z } from 'zod';
import type { CredentialForm } from '../kit/connector.ts';

const schema = z.object({
  address: z.url({ protocol: /^https?$/, error: 'An address that begins with http:// or https://' }).max(2000),
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(1000),
});

export type WebdavFields = z.infer<typeof schema>;

export const auth: CredentialForm = {
  kind: 'credentials',
  fields: [
    {
      name: 'address',
      label: 'Address',
      kind: 'text',
      required: true,
      hint: 'A WebDAV folder, or the front page of a Nextcloud',
    },
    { name: 'username', label: 'Username', kind: 'text', required: true },
    {
      name: 'password',
      label: 'Password',
      kind: 'password',
      required: true,
      hint: 'With two-factor sign-in, an app password',
    },
  ],
  schema,
  secrets: ['password'],
  blames: { unavailable: 'address', not_found: 'address', forbidden: 'address', auth_revoked: 'password' },
};

export const basic = ({ username, password }: WebdavFields) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

import { z } from 'zod';
import type { CredentialForm } from '../kit/connector.ts';

const form = z.object({
  address: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ title: 'Address' }),
  username: z.string().trim().min(1).max(200).meta({ title: 'Username' }),
  password: z.string().min(1).max(1000).meta({ title: 'Password' }),
});

export type WebdavFields = z.infer<typeof form>;

export const auth: CredentialForm = { kind: 'credentials', schema: form, secrets: ['password'] };

export const basic = ({ username, password }: WebdavFields) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

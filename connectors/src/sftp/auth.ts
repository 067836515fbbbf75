import { z } from 'zod';
import type { CredentialForm } from '../kit/connector.ts';

const schema = z
  .object({
    host: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .regex(/^[^\s/@]+$/, 'A host, without user or path'),
    port: z
      .string()
      .trim()
      .regex(/^\d*$/, 'A number')
      .refine((port) => Number(port || '22') <= 65_535, 'At most 65535')
      .default(''),
    username: z.string().trim().min(1).max(200),
    password: z.string().max(1000).default(''),
    privateKey: z.string().max(20_000).default(''),
    folder: z.string().max(2000).default(''),
  })
  .refine(({ password, privateKey }) => password !== '' || privateKey.trim() !== '', {
    message: 'A password or a private key',
    path: ['password'],
  });

export type SftpFields = z.infer<typeof schema> & {
  /** The fingerprint (`SHA256:…`) of the key the host presented at first use; stored automatically, never typed. */
  hostKey?: string;
};

export const auth: CredentialForm = {
  kind: 'credentials',
  fields: [
    { name: 'host', label: 'Host', kind: 'text', required: true },
    { name: 'port', label: 'Port', kind: 'number', required: false, hint: '22 if left empty' },
    { name: 'username', label: 'Username', kind: 'text', required: true },
    { name: 'password', label: 'Password', kind: 'password', required: false },
    {
      name: 'privateKey',
      label: 'Private key',
      kind: 'multiline',
      required: false,
      hint: 'Without a passphrase, as in ~/.ssh/id_ed25519',
    },
    { name: 'folder', label: 'Folder', kind: 'text', required: false, hint: 'Your home folder if left empty' },
  ],
  schema,
  secrets: ['password', 'privateKey'],
  blames: { unavailable: 'host', forbidden: 'folder', auth_revoked: 'password' },
};

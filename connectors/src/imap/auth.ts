import { z } from 'zod';
import type { CredentialForm } from '../kit/connector.ts';

const PORTS = { tls: '993', starttls: '143' } as const;

const schema = z.object({
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[^\s/@]+$/, 'A host, without user or path'),
  security: z.enum(['tls', 'starttls']).default('tls'),
  port: z
    .string()
    .trim()
    .regex(/^\d*$/, 'A number')
    .refine((port) => port === '' || (Number(port) > 0 && Number(port) <= 65_535), 'From 1 to 65535')
    .default(''),
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
});

export type ImapFields = z.infer<typeof schema>;

export const portOf = ({ port, security }: ImapFields): number => Number(port || PORTS[security]);

export const auth: CredentialForm = {
  kind: 'credentials',
  fields: [
    { name: 'host', label: 'Server', kind: 'text', required: true, hint: 'Such as imap.example.com' },
    {
      name: 'security',
      label: 'Security',
      kind: 'choice',
      required: true,
      choices: [
        { value: 'tls', label: 'TLS' },
        { value: 'starttls', label: 'STARTTLS' },
      ],
    },
    {
      name: 'port',
      label: 'Port',
      kind: 'number',
      required: false,
      hint: '993 for TLS or 143 for STARTTLS if left empty',
    },
    { name: 'username', label: 'Username', kind: 'text', required: true, hint: 'Often your email address' },
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
  blames: { unavailable: 'host', forbidden: 'host', auth_revoked: 'password' },
};

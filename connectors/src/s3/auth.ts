import { z } from 'zod';
import type { CredentialForm } from '../kit/connector.ts';

const schema = z.object({
  endpoint: z
    .string()
    .trim()
    .max(2000)
    .transform((typed) => (typed === '' || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`))
    .refine((endpoint) => endpoint === '' || URL.canParse(endpoint), 'An address, such as https://s3.example.com')
    .default(''),
  region: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{0,63}$/, 'Letters, digits and hyphens, such as eu-central-1')
    .default(''),
  bucket: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'The name of a bucket, without a path'),
  accessKeyId: z.string().trim().min(1).max(200),
  secretAccessKey: z.string().trim().min(1).max(1000),
  prefix: z.string().max(900).default(''),
  pathStyle: z.enum(['', 'yes', 'no'], 'One of the choices').default(''),
});

export type S3Fields = z.infer<typeof schema>;

export const auth: CredentialForm = {
  kind: 'credentials',
  fields: [
    { name: 'endpoint', label: 'Endpoint', kind: 'text', required: false, hint: 'Amazon S3 if left empty' },
    { name: 'region', label: 'Region', kind: 'text', required: false, hint: 'Found automatically if left empty' },
    { name: 'bucket', label: 'Bucket', kind: 'text', required: true },
    { name: 'accessKeyId', label: 'Access key', kind: 'text', required: true },
    { name: 'secretAccessKey', label: 'Secret key', kind: 'password', required: true },
    {
      name: 'prefix',
      label: 'Folder',
      kind: 'text',
      required: false,
      hint: 'Only what is below it, such as team/files. The whole bucket if left empty',
    },
    {
      name: 'pathStyle',
      label: 'Address of the bucket',
      kind: 'choice',
      required: false,
      choices: [
        { value: '', label: 'Automatic' },
        { value: 'yes', label: 'In the path: host/bucket' },
        { value: 'no', label: 'In the host: bucket.host' },
      ],
      hint: 'Change it only if your provider says so',
    },
  ],
  schema,
  secrets: ['secretAccessKey'],
  blames: { unavailable: 'endpoint', not_found: 'endpoint', forbidden: 'endpoint', auth_revoked: 'secretAccessKey' },
};

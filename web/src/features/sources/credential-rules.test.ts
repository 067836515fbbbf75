import type { CredentialField } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { credentialRules } from './credential-rules.ts';

const fields: CredentialField[] = [
  { name: 'host', label: 'Host', kind: 'text', required: true, hint: null },
  { name: 'port', label: 'Port', kind: 'number', required: false, hint: null },
];
const check = (values: Record<string, string>) => credentialRules(fields)['~standard'].validate(values);

it('asks for what is required', () => {
  expect(check({ host: '  ', port: '' })).toEqual({ issues: [{ message: 'This is required', path: ['host'] }] });
});

it('takes whole numbers only where a number is due', () => {
  expect(check({ host: 'h', port: 'ssh' })).toEqual({ issues: [{ message: 'Must be a number', path: ['port'] }] });
  expect(check({ host: 'h', port: '22' })).toEqual({ value: { host: 'h', port: '22' } });
});

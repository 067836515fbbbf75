import type { CredentialField } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { credentialRules } from './credential-rules.ts';

const fields: CredentialField[] = [
  { name: 'host', label: 'Host', kind: 'text', required: true, hint: null },
  { name: 'port', label: 'Port', kind: 'number', required: false, hint: null },
];
const check = (values: Record<string, string>) => credentialRules(fields)['~standard'].validate(values);

it('requires required fields', () => {
  expect(check({ host: '  ', port: '' })).toEqual({ issues: [{ message: 'This is required', path: ['host'] }] });
});

it('accepts only whole numbers in number fields', () => {
  expect(check({ host: 'h', port: 'ssh' })).toEqual({ issues: [{ message: 'Must be a number', path: ['port'] }] });
  expect(check({ host: 'h', port: '22' })).toEqual({ value: { host: 'h', port: '22' } });
});

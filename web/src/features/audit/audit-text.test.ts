import { type AuditAction, type AuditEvent, auditActions } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { factsOf, sentenceOf } from './audit-text.ts';

const ada = { id: '01900000-0000-7000-8000-000000000001', name: 'Ada Lovelace', email: 'ada@example.com' };

const event = (change: Partial<AuditEvent> & { action: AuditAction }): AuditEvent => ({
  id: '01900000-0000-7000-8000-000000000002',
  at: '2026-11-18T04:00:00.000Z',
  actor: ada,
  api_key: null,
  object: null,
  details: {},
  ip: '198.51.100.7',
  device: 'Firefox on Linux',
  ...change,
});

const sentenceFor = (change: Partial<AuditEvent> & { action: AuditAction }) => {
  const { who, did } = sentenceOf(event(change));
  return `${who} ${did}`;
};

const budget = { kind: 'document', id: null, name: 'Budget.xlsx' } as const;

it.each<[string, Partial<AuditEvent> & { action: AuditAction }]>([
  ['Ada Lovelace signed in', { action: 'signed_in' }],
  ['Someone failed to sign in as Ada Lovelace', { action: 'sign_in_failed' }],
  [
    'Ada Lovelace shared “Budget.xlsx” with Bob Stone',
    { action: 'shared', object: budget, details: { with: ['Bob Stone'] } },
  ],
  [
    'Ada Lovelace shared “Budget.xlsx” with Bob, Chen, Dora, and 2 more',
    { action: 'shared', object: budget, details: { with: ['Bob', 'Chen', 'Dora', 'Eve', 'Finn'] } },
  ],
  [
    'Ada Lovelace removed access to “Budget.xlsx” for Bob Stone',
    { action: 'unshared', object: budget, details: { with: ['Bob Stone'] } },
  ],
  [
    'Ada Lovelace made Bob Stone an admin (was a member)',
    {
      action: 'role_changed',
      object: { kind: 'person', id: null, name: 'Bob Stone' },
      details: { from: 'member', to: 'admin' },
    },
  ],
  [
    'Ada Lovelace invited bob@example.com as a guest',
    {
      action: 'invited',
      object: { kind: 'invitation', id: null, name: 'bob@example.com' },
      details: { role: 'guest' },
    },
  ],
  [
    'Ada Lovelace downloaded “Documents.zip” (12 documents)',
    { action: 'downloaded', object: { ...budget, name: 'Documents.zip' }, details: { documents: 12 } },
  ],
  ['Ada Lovelace exported the audit log', { action: 'exported', object: { kind: 'audit log', id: null, name: null } }],
  [
    'Sheaf started a transfer from ada@a to ada@b',
    { action: 'transfer_started', actor: null, details: { from: 'ada@a', to: 'ada@b', mode: 'copy' } },
  ],
])('%s', (sentence, given) => {
  expect(sentenceFor(given)).toBe(sentence);
});

it('has a sentence for every action, even without details', () => {
  for (const action of Object.keys(auditActions) as AuditAction[])
    expect(sentenceFor({ action })).not.toMatch(/undefined|null|\[object/);
});

it('shows names in the order they are written', () => {
  const reversed = 'Budget\u202efdp.exe';
  const { did } = sentenceOf(
    event({ action: 'shared', object: { ...budget, name: reversed }, details: { with: [`Bob\u202e`] } }),
  );
  expect(did).toBe('shared “Budget\ufffdfdp.exe” with Bob\ufffd');
  const facts = factsOf(event({ action: 'shared', api_key: 'key\u2066', details: { with: ['a\u202e', 'b'] } }));
  expect(facts).toContainEqual({ name: 'With', value: 'a\ufffd, b' });
  expect(facts).toContainEqual({ name: 'API key', value: 'key\ufffd' });
});

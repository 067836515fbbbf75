import { expect, it } from 'vitest';
import { typeOf } from './details-tab.tsx';

const chat = {
  kind: 'chat' as const,
  messages: 1,
  unread: 0,
  flagged: false,
  people: ['Kim'],
  others: 0,
  first_at: '2026-01-01T00:00:00Z',
  attachments: 0,
};

it.each([
  ['Done. I…', 'chat', chat, 'Chat'],
  ['Offer for no.5a', 'mail', chat, 'Email'],
  ['Plan v1.b', 'word', null, 'Word document'],
  ['Plan.docx', 'word', null, 'Word document (DOCX)'],
  ['Plan.pdf', 'pdf', null, 'PDF'],
  ['Backup.zip', 'other', null, 'File (ZIP)'],
  ['Notes of 1.2', 'other', null, 'File'],
  ['Notes. And more', 'other', null, 'File'],
  ['Folder.d', 'folder', null, 'Folder'],
] as const)('calls “%s” of type %s what it is', (name, type, conversation, text) => {
  expect(typeOf({ name, type, conversation: conversation && { ...conversation, people: ['Kim'] } })).toBe(text);
});

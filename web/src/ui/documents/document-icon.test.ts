import { expect, it } from 'vitest';
import { folderKind } from './document-icon.tsx';

it.each([
  ['gmail', 'Inbox', 'inbox'],
  ['imap', 'INBOX', 'inbox'],
  ['gmail', 'Sent', 'sent'],
  ['gmail', 'Projects/Harbour', 'label'],
  ['slack', '#general', 'channel'],
  ['slack', 'Chen Wei', 'person'],
  ['slack', 'Chen Wei, Dana Moreau', 'people'],
  ['dropbox', 'Inbox', null],
])('in %s, “%s” has the icon of: %s', (slug, name, kind) => {
  expect(folderKind({ name, source: { slug } })).toBe(kind);
});

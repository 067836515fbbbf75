import { type Document, documents } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';

const forged: Document = { ...plan, name: 'invoice\u202efdp.exe', type: 'other', mime_type: null };

it('shows a name that pretends to end in .pdf in its true order', async () => {
  openApp('/directory', { server: [answers(documents.list, [forged])] });
  expect(await screen.findAllByText('invoice\ufffdfdp.exe')).not.toHaveLength(0);
  expect(document.body.textContent).not.toContain('\u202e');
});

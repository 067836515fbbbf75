import { expect, it } from 'vitest';
import { framedAddress, viewOf } from './view-of.ts';

const stored = {
  name: 'file.bin',
  type: 'other',
  mime_type: null,
  size: 1000,
  local_path: 'documents/1?tag=x',
  content: 'stored',
  web_url: null,
  messages: [],
  office_viewer_url: null,
} as const satisfies Parameters<typeof viewOf>[0];

it.each([
  ['plan.docx', 'word', 'word'],
  ['plan.odt', 'word', 'open-text'],
  ['plan.ods', 'spreadsheet', 'sheet'],
  ['plan.csv', 'spreadsheet', 'csv'],
  ['plan.odp', 'point', 'open-text'],
  ['plan.pptx', 'point', 'slides'],
  ['plan.xls', 'excel', 'sheet'],
  ['README.md', 'text', 'markdown'],
  ['page.htm', 'text', 'html'],
  ['main.rs', 'text', 'code'],
  ['mail.eml', 'mail', 'mail'],
  ['logo.svg', 'image', 'drawing'],
] as const)('%s of type %s is shown as %s', (name, type, kind) => {
  expect(viewOf({ ...stored, name, type })).toMatchObject({ as: 'file', kind, url: '/storage/documents/1?tag=x' });
});

it('leaves images, video and audio to the browser', () => {
  expect(viewOf({ ...stored, name: 'a.png', type: 'image' })).toMatchObject({ as: 'image' });
  expect(viewOf({ ...stored, name: 'a.mp4', type: 'video' })).toMatchObject({ as: 'video' });
  expect(viewOf({ ...stored, name: 'a.mp3', type: 'audio' })).toMatchObject({ as: 'audio' });
});

it('recognizes a name without an extension by the app’s MIME type', () => {
  const mime_type = 'application/vnd.oasis.opendocument.text';
  expect(viewOf({ ...stored, name: 'Plan', type: 'word', mime_type })).toMatchObject({ kind: 'open-text' });
});

it('refuses files that are too large, but shows the start of a text', () => {
  const size = 1024 ** 3;
  expect(viewOf({ ...stored, name: 'a.pdf', type: 'pdf', size }).as).toBe('too-large');
  expect(viewOf({ ...stored, name: 'a.log', type: 'text', size })).toMatchObject({ as: 'file', cut: true });
});

it('opens archives, and explains formats that it doesn’t show', () => {
  expect(viewOf({ ...stored, name: 'a.ZIP' })).toEqual({ as: 'archive' });
  expect(viewOf({ ...stored, name: 'a.tar.gz' })).toEqual({ as: 'archive' });
  expect(viewOf({ ...stored, name: 'a.bin' })).toEqual({ as: 'download' });
  expect(viewOf({ ...stored, name: 'a.rar' })).toMatchObject({
    as: 'download',
    reason: expect.stringContaining('this one'),
  });
  expect(viewOf({ ...stored, name: 'a.doc', type: 'word' })).toEqual({ as: 'prepared' });
  expect(viewOf({ ...stored, name: 'a.PPS', type: 'point' })).toEqual({ as: 'prepared' });
  expect(viewOf({ ...stored, name: 'a.xls', type: 'excel' }).as).toBe('file');
});

it('waits for the content, or reports its failure', () => {
  const without = { ...stored, local_path: null, type: 'pdf' } as const;
  expect(viewOf({ ...without, content: 'pending' }).as).toBe('pending');
  expect(viewOf({ ...without, content: 'failed' }).as).toBe('failed');
});

it('uses the office viewer where there is one', () => {
  const office_viewer_url = 'https://view.example/?src=x';
  expect(viewOf({ ...stored, type: 'word', office_viewer_url })).toEqual({ as: 'office', url: office_viewer_url });
});

it('frames a document of an online editor where its app allows that', () => {
  const online = { ...stored, local_path: null, content: 'none', type: 'word' } as const;
  expect(viewOf({ ...online, web_url: 'https://docs.google.com/document/d/abc-1/edit?usp=x' })).toMatchObject({
    as: 'cloud',
    frame: 'https://docs.google.com/document/d/abc-1/preview',
  });
  expect(viewOf({ ...online, web_url: 'https://www.dropbox.com/x' })).toMatchObject({ as: 'cloud', frame: null });
  expect(viewOf({ ...online, web_url: null })).toEqual({ as: 'cloud', url: null, frame: null });
});

it.each([
  'https://docs.google.com.evil.example/document/d/a/edit',
  'http://docs.google.com/document/d/a',
  'javascript:alert(1)//docs.google.com/document/d/a',
  'https://docs.google.com/a/../evil',
  'nonsense',
])('does not frame %s', (address) => {
  expect(framedAddress(address)).toBeNull();
});

import type { BulkBatch, DataOf, Document, documents } from '@sheaf/contract';
import { idOf, person } from './workspace.ts';

/** A text file of the person. */
export const plan: Document = {
  id: idOf(21),
  name: 'plan.txt',
  type: 'text',
  mime_type: 'text/plain',
  size: 6,
  local_path: null,
  thumbnail: null,
  frame_path: null,
  content: 'stored',
  web_url: null,
  account: { id: idOf(22), name: 'My files', display_name: null },
  source: { slug: 'uploads', name: 'My files' },
  created_by: { id: person.id, name: person.name, avatar: null },
  updated_at: '2026-01-01T00:00:00Z',
  parent_id: null,
  location: [],
  own: true,
  shared: false,
  permission: 'edit',
  cannot: { change: null, move: null, add: null, delete: null, restore: null },
  labels: [],
  collections: [],
  starred: false,
  uploading: null,
  deleted: null,
  conversation: null,
  messages: [],
};

export const planDetails: DataOf<typeof documents.get> = {
  ...plan,
  created_at: '2026-01-01T00:00:00Z',
  path: [],
  access: [],
  public_links: [],
  also_in: [],
  next_message: null,
  thread: null,
  office_viewer_url: null,
};

/** A batch that adds labels to many documents. */
export const running: BulkBatch = {
  id: idOf(90),
  action: 'tag',
  status: 'running',
  total: 45,
  processed: 0,
  changed: 0,
  left_out: 0,
  left_out_reasons: [],
  problem: null,
  names: ['Approved'],
  can_undo: false,
  created_at: '2026-01-01T00:00:00Z',
  finished_at: null,
};

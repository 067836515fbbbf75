import type { CallInput, contract, Industry, InvitableRole, labelColors, Role } from '@sheaf/contract';

/** Documents, selected as with the filters of the Directory, newest first. */
export type Choice = NonNullable<CallInput<typeof contract.documents.list>['query']>;

export interface DemoPerson {
  name: string;
  /** Also the password of their accounts at the sandbox, if they have some. */
  email: string;
  role: Role;
  /** Apps to connect, the folders to sync (all if left out), and their names for the account. */
  apps: { source: string; folders?: string[]; name?: string }[];
  labels: { name: string; color: keyof typeof labelColors; documents: Choice }[];
  collections: { name: string; documents: Choice }[];
  /** People by their email, groups by name. */
  shares: { documents: Choice; with: string[] }[];
}

const folder = (source: string, name: string): Choice => ({
  source_id: source,
  type: 'folder',
  search: name,
  owner: 'me',
});

export const password = 'sheaf of papers';

/** A small architecture practice, which matches the files of the sandbox clouds. */
export const studio: { name: string; industry: Industry } = { name: 'Lindqvist Studio', industry: 'design' };

/** The owner comes first, who invites the others. */
export const people: [DemoPerson, ...DemoPerson[]] = [
  {
    name: 'Ada Lindqvist',
    email: 'ada@example.com',
    role: 'owner',
    apps: [
      { source: 'google-drive', folders: ['Documents', 'Studio'] },
      { source: 'dropbox', folders: ['Archive', 'Paper', 'Projects'], name: 'Studio archive' },
      { source: 'gmail' },
      { source: 'slack' },
    ],
    labels: [
      { name: 'Approved', color: 'green', documents: { search: 'budget', per_page: 12 } },
      { name: 'For the board', color: 'violet', documents: { search: 'minutes', per_page: 9 } },
      { name: 'Overdue', color: 'red', documents: { search: 'reminder', per_page: 8 } },
      { name: 'Press', color: 'cyan', documents: { search: 'from the water', per_page: 8 } },
      { name: 'To sign', color: 'orange', documents: { search: 'agreement', per_page: 8 } },
      { name: 'Waiting for client', color: 'yellow', documents: { search: 'offer', per_page: 10 } },
    ],
    collections: [
      { name: 'Board meeting', documents: { search: 'board', per_page: 14 } },
      { name: 'Harbour in pictures', documents: { type: 'jpg', per_page: 16 } },
      { name: 'Permit application', documents: { search: 'plan', type: 'other', per_page: 12 } },
      { name: 'Site diary', documents: { search: 'the works', per_page: 9 } },
    ],
    shares: [
      {
        documents: folder('dropbox', 'Harbour'),
        with: ['Harbour project'],
      },
      { documents: folder('google-drive', 'Budgets'), with: ['bruno@example.com'] },
      { documents: folder('google-drive', 'Invoices'), with: ['bruno@example.com'] },
      { documents: folder('google-drive', 'Minutes'), with: ['Everyone in the workspace'] },
    ],
  },
  {
    name: 'Bruno Costa',
    email: 'bruno@example.com',
    role: 'admin',
    apps: [
      { source: 'dropbox', folders: ['Bookkeeping', 'Paper'] },
      { source: 'onedrive', folders: ['Office'] },
    ],
    labels: [
      { name: 'Paid', color: 'teal', documents: { search: '2025-0', per_page: 10 } },
      { name: 'To check', color: 'orange', documents: { search: 'budget', per_page: 6 } },
    ],
    collections: [{ name: 'Tax return', documents: { search: '2025', per_page: 12 } }],
    shares: [
      { documents: folder('dropbox', 'Bookkeeping'), with: ['ada@example.com'] },
      { documents: folder('onedrive', 'Office'), with: ['ada@example.com', 'chen@example.com'] },
    ],
  },
  {
    name: 'Chen Wei',
    email: 'chen@example.com',
    role: 'member',
    apps: [
      { source: 'google-drive', folders: ['Design', 'Projects'] },
      { source: 'box', folders: ['Archive', 'Site'] },
    ],
    labels: [
      { name: 'Draft', color: 'slate', documents: { search: 'brief', per_page: 6 } },
      { name: 'On site', color: 'cyan', documents: { type: 'jpg', per_page: 8 } },
    ],
    collections: [{ name: 'Workshop in May', documents: { search: 'workshop', per_page: 8 } }],
    shares: [{ documents: folder('google-drive', 'Design'), with: ['ada@example.com', 'bruno@example.com'] }],
  },
  {
    name: 'Dana Moreau',
    email: 'dana@example.com',
    role: 'guest',
    apps: [],
    labels: [{ name: 'For the city', color: 'blue', documents: { search: 'site plan', per_page: 5 } }],
    collections: [{ name: 'Exhibition', documents: { type: 'jpg', per_page: 6 } }],
    shares: [],
  },
];

/** Groups besides everyone. */
export const groups: { name: string; people: string[] }[] = [
  { name: 'Design team', people: ['ada@example.com', 'chen@example.com'] },
  { name: 'Harbour project', people: ['bruno@example.com', 'chen@example.com', 'dana@example.com'] },
];

/** Invited, but not a member yet. */
export const invited: { email: string; role: InvitableRole }[] = [
  { email: 'elif@example.com', role: 'member' },
  { email: 'farid@example.com', role: 'guest' },
];

export interface DemoTransfer {
  from: string;
  to: string;
  documents: Choice;
  /** The destination folder, at the top level of the other app. */
  into: string;
  repeat: 'hourly' | null;
  /** Stopped halfway, so that visitors can resume it. */
  paused: boolean;
}

const drive = { from: 'google-drive', to: 'dropbox', into: 'Archive' };
/** What the owner transfers from app to app. */
export const transfers: DemoTransfer[] = [
  { ...drive, documents: folder(drive.from, 'Documents'), repeat: null, paused: false },
  { ...drive, documents: folder(drive.from, 'Insurance'), repeat: 'hourly', paused: false },
  {
    from: 'dropbox',
    to: 'google-drive',
    // The sandbox loses uploaded files when it stops. Transfers to a new folder still work then.
    into: 'Documents',
    documents: { source_id: 'dropbox', owner: 'me', sort: 'updated_at', per_page: 100 },
    repeat: null,
    paused: true,
  },
];

/** A file in the owner's My files, shared with everybody. */
export const welcome = {
  name: 'Start here.md',
  text: `# Welcome to ${studio.name}

Everything here was made through Sheaf itself. The clouds are miniatures on your machine, so try what you like:

- **Directory**: sort, filter, open a file, drag files onto a label, press Ctrl K to find anything.
- **Switch cloud**: resume the transfer that is paused; look at the report of one that ended; begin one of your own.
- **Add app**: connect one more account, and watch its files arrive.
- **Team**: sign in as Bruno, Chen or Dana, and see what an admin, a member and a guest may do.
`,
};

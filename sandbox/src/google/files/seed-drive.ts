import { EndlessContent, MadeContent, StoredContent } from '../../shared/content/content.ts';
import { fileTypes } from '../../shared/content/file-types.ts';
import { oddNames, sampleLibrary } from '../../shared/content/library.ts';
import { studioFiles } from '../../shared/studio/studio-files.ts';
import type { Drive } from './drive.ts';
import type { DriveNode, NewNode } from './drive-node.ts';
import { DOCUMENT, DRAWING, FOLDER, FORM, PRESENTATION, SCRIPT, SHORTCUT, SITE, SPREADSHEET } from './mime-types.ts';

const WRITTEN = Date.UTC(2026, 1, 3, 9, 30);
const KIB = 1024;

/** The initial files of an account: the library all sandboxes share, the person's work, and what only Drive has. */
export function seedDrive(drive: Drive, seed: string, filesPerFolder?: number): void {
  const folders = new Map<string, DriveNode>([['', drive.root]]);
  const add = (node: NewNode) => drive.add({ created: WRITTEN, modified: WRITTEN, ...node }, true);
  const folder = (path: readonly string[]): DriveNode => {
    const key = path.join('/');
    let found = folders.get(key);
    if (!found) {
      found = add({ name: path.at(-1)!, mimeType: FOLDER, parent: folder(path.slice(0, -1)).id });
      folders.set(key, found);
    }
    return found;
  };
  const { key } = drive.person;
  const samples = [...sampleLibrary(`${seed}/${key}`, filesPerFolder), ...studioFiles('google-drive', key)];
  for (const { folder: path, name, mimeType, modifiedAt, content } of samples) {
    const at = modifiedAt.getTime();
    add({ name, mimeType, content, parent: folder(path).id, created: at, modified: at });
  }
  addOddities(add, folder(['Odd names']).id, folder(['Twins']).id);
  addDocuments(drive, add, folder(['Documents']).id);
  addShared(add);
  add({ name: 'Thrown away.txt', mimeType: 'text/plain', content: text('gone'), trashedAt: WRITTEN });
}

type Add = (node: NewNode) => DriveNode;
const text = (words: string) => new StoredContent(Buffer.from(words));

function addOddities(add: Add, odd: string, twins: string): void {
  for (const name of oddNames) add({ name, mimeType: 'text/plain', content: text(`I am ${name}`), parent: odd });
  for (const words of ['first', 'second'])
    add({ name: 'Same name.txt', mimeType: 'text/plain', content: text(words), parent: twins });
  for (const _ of [1, 2]) add({ name: 'Same folder', mimeType: FOLDER, parent: twins });
}

function addDocuments(drive: Drive, add: Add, parent: string): void {
  const made = (name: string, mimeType: string, more: Partial<NewNode> = {}) =>
    add({ id: drive.newId(44), name, mimeType, parent, ...more });
  const editors = {
    Letter: DOCUMENT,
    Household: SPREADSHEET,
    'Talk in May': PRESENTATION,
    Sketch: DRAWING,
    Macro: SCRIPT,
  };
  for (const [name, mimeType] of Object.entries(editors))
    for (const number of [1, 2, 3]) made(`${name} ${number}`, mimeType);
  made('Handbook with pictures', DOCUMENT, { exportPadding: 11 * KIB * KIB });
  made('Feedback', FORM);
  made('Intranet', SITE);
  const letter = made('Letter to keep', DOCUMENT);
  add({ name: 'Shortcut to letter', mimeType: SHORTCUT, parent, target: { id: letter.id, mimeType: DOCUMENT } });
  add({
    name: 'Shortcut to nowhere',
    mimeType: SHORTCUT,
    parent,
    target: { id: drive.newId(), mimeType: 'application/pdf' },
  });
}

/** Shared by another person: it is in no folder of this account, and flat lists omit its contents. */
function addShared(add: Add): void {
  const given = { role: 'reader', parent: null, sharedAt: WRITTEN } as const;
  const pdf = (seed: string) => new MadeContent(() => fileTypes.pdf.make(seed));
  add({ ...given, name: 'From Dana.pdf', mimeType: 'application/pdf', content: pdf('dana') });
  add({ ...given, name: 'View only.pdf', mimeType: 'application/pdf', content: pdf('view'), canDownload: false });
  const shelf = add({ ...given, name: "Dana's folder", mimeType: FOLDER });
  const inside = { role: 'reader', listed: false, parent: shelf.id } as const;
  add({ ...inside, name: 'Inside.pdf', mimeType: 'application/pdf', content: pdf('inside') });
  const deeper = add({ ...inside, name: 'Deeper', mimeType: FOLDER });
  add({ ...inside, parent: deeper.id, name: 'Deep inside.txt', mimeType: 'text/plain', content: text('deep inside') });
}

/** Many small files that need little memory, since they share their contents. */
export function addMany(drive: Drive, count: number, perFolder = 1000): void {
  const contents = Array.from({ length: 64 }, (_, at) => new EndlessContent(`many ${at}`, 4 * KIB));
  const top = drive.add({ name: `Many (${count})`, mimeType: FOLDER }, true);
  let parent = top;
  for (let at = 0; at < count; at++) {
    if (at % perFolder === 0)
      parent = drive.add({ name: `Folder ${at / perFolder}`, mimeType: FOLDER, parent: top.id }, true);
    const content = contents[at % contents.length]!;
    drive.add(
      {
        name: `File ${at}.bin`,
        mimeType: 'application/octet-stream',
        content,
        parent: parent.id,
        created: WRITTEN,
        modified: WRITTEN + at,
      },
      true,
    );
  }
}

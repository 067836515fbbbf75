import { EndlessContent, MadeContent, StoredContent } from '../../shared/content/content.ts';
import { fileTypes } from '../../shared/content/file-types.ts';
import { oddNames, sampleLibrary } from '../../shared/content/library.ts';
import { studioFiles } from '../../shared/studio/studio-files.ts';
import type { Drive } from './drive.ts';
import type { GraphNode, NewNode } from './graph-node.ts';
import { isAllowed, MAX_PATH_LENGTH } from './names.ts';

const WRITTEN = Date.UTC(2026, 1, 3, 9, 30);
const KIB = 1024;
const text = (words: string) => new StoredContent(Buffer.from(words));

/** The initial files of a person: the library all sandboxes share, their work, and what only OneDrive has. */
export function seedDrive(drive: Drive, person: string, seed: string, filesPerFolder?: number): void {
  const folder = folders(drive);
  for (const sample of [
    ...sampleLibrary(`${seed}/${drive.owner}`, filesPerFolder),
    ...studioFiles('onedrive', person),
  ]) {
    const path = [...sample.folder, sample.name];
    if (path.join('/').length >= MAX_PATH_LENGTH) continue;
    const at = sample.modifiedAt.getTime();
    const { name, mimeType, content } = sample;
    add(drive, { name, kind: 'file', mimeType, content, parent: folder(sample.folder).id, created: at, modified: at });
  }
  const odd = folder(['Odd names']).id;
  for (const name of oddNames) {
    // Names of siblings must differ in more than case.
    if (!isAllowed(name) || drive.child(drive.get(odd), name)) continue;
    add(drive, { name, kind: 'file', mimeType: 'text/plain', content: text(`I am ${name}`), parent: odd });
  }
  addNotebook(drive, folder(['Notebooks']));
  const remote = { driveId: 'ffffffffffffffff', id: 'FFFFFFFFFFFFFFFF!107', owner: 'Dana Okafor' };
  add(drive, { name: 'Shared by Dana', kind: 'remote', remote });
  const content = text('X5O!P%@AP[4 is not a virus');
  add(drive, { name: 'Infected.txt', kind: 'file', mimeType: 'text/plain', content, malware: true });
}

/** Fills a library of a site. */
export function seedLibrary(drive: Drive): void {
  const folder = folders(drive);
  const file = (path: string[], type: 'pdf' | 'docx' | 'xlsx' | 'md') => {
    const { extension, mimeType, make } = fileTypes[type];
    const content = new MadeContent(() => make(`${drive.owner}/${path.join('/')}`));
    const name = `${path.at(-1)}.${extension}`;
    add(drive, { name, kind: 'file', mimeType, content, parent: folder(path.slice(0, -1)).id });
  };
  file(['Welcome'], 'md');
  for (const stage of ['Survey', 'Design', 'Permits'])
    for (const what of ['Brief', 'Minutes', 'Costs'])
      file([stage, `${stage} ${what.toLowerCase()}`], what === 'Costs' ? 'xlsx' : 'docx');
  file(['Permits', 'Building permit'], 'pdf');
}

/** A notebook is a package that contains its sections as files. */
function addNotebook(drive: Drive, parent: GraphNode): void {
  const notebook = add(drive, { name: 'Site visits', kind: 'package', parent: parent.id });
  const mimeType = 'application/msonenote';
  for (const name of ['Quick notes.one', 'Open notebook.onetoc2'])
    add(drive, { name, kind: 'file', mimeType, content: text(name), parent: notebook.id });
}

/** Many small files that need little memory, since they share their contents. */
export function addMany(drive: Drive, count: number, perFolder: number): string {
  const contents = Array.from({ length: 64 }, (_, at) => new EndlessContent(`many ${at}`, 4 * KIB));
  const top = add(drive, { name: `Many (${count})`, kind: 'folder' });
  let parent = top;
  for (let at = 0; at < count; at++) {
    if (at % perFolder === 0) parent = add(drive, { name: `Folder ${at / perFolder}`, kind: 'folder', parent: top.id });
    const content = contents[at % contents.length]!;
    const mimeType = 'application/octet-stream';
    add(drive, { name: `File ${at}.bin`, kind: 'file', mimeType, content, parent: parent.id, modified: WRITTEN + at });
  }
  return top.id;
}

const add = (drive: Drive, node: NewNode) => drive.add({ created: WRITTEN, modified: WRITTEN, ...node });

/** Finds a folder by its path, and creates it if it is missing. */
function folders(drive: Drive): (path: readonly string[]) => GraphNode {
  const known = new Map<string, GraphNode>([['', drive.root]]);
  const folder = (path: readonly string[]): GraphNode => {
    const key = path.join('/');
    const found = known.get(key);
    if (found) return found;
    const made = add(drive, { name: path.at(-1)!, kind: 'folder', parent: folder(path.slice(0, -1)).id });
    known.set(key, made);
    return made;
  };
  return folder;
}

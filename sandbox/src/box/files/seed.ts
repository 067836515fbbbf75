import { EndlessContent, MadeContent, StoredContent } from '../../shared/content/content.ts';
import { fileTypes } from '../../shared/content/file-types.ts';
import { oddNames, sampleLibrary } from '../../shared/content/library.ts';
import { studioFiles } from '../../shared/studio/studio-files.ts';
import { BoxError } from '../errors.ts';
import { type Account, ROOT } from './account.ts';
import type { NewNode } from './node.ts';

const WRITTEN = Date.UTC(2026, 1, 3, 9, 30);
const KIB = 1024;

/** Another person, who shares things. */
export const dana = { id: '19000000001', name: 'Dana Okafor', login: 'dana@example.com' };

/** The initial files of an account: the library all sandboxes share, the person's work, and what only Box has. */
export function seedAccount(account: Account, seed: string, filesPerFolder?: number): void {
  const times = { created: WRITTEN, modified: WRITTEN, contentModified: WRITTEN };
  const add = (node: NewNode) => account.add({ ...times, ...node }, null);
  const folders = new Map<string, string>([['', ROOT]]);
  const folder = (path: readonly string[]): string => {
    const key = path.join('/');
    const known = folders.get(key);
    if (known !== undefined) return known;
    const made = add({ type: 'folder', name: path.at(-1)!, parent: folder(path.slice(0, -1)) }).id;
    folders.set(key, made);
    return made;
  };
  const { key } = account.person;
  const samples = [...sampleLibrary(`${seed}/box/${key}`, filesPerFolder), ...studioFiles('box', key)];
  for (const { folder: path, name, modifiedAt, content } of samples) {
    const at = modifiedAt.getTime();
    add({ type: 'file', name, content, parent: folder(path), created: at, modified: at, contentModified: at });
  }
  const odd = folder(['Odd names']);
  for (const name of oddNames) {
    try {
      add({ type: 'file', name, content: text(`I am ${name}`), parent: odd });
    } catch (error) {
      // Box refuses the name, or treats it as equal to an existing one.
      if (!(error instanceof BoxError)) throw error;
    }
  }
  add({ type: 'web_link', name: 'Intranet', url: 'https://intranet.example.com/', parent: folder(['Bookmarks']) });
  const pdf = new MadeContent(() => fileTypes.pdf.make('dana'));
  add({ type: 'file', name: 'From Dana.pdf', content: pdf, shared: true, ownedBy: dana });
  const shared = add({ type: 'folder', name: "Dana's folder", shared: true, ownedBy: dana });
  add({ type: 'file', name: 'Inside.txt', content: text('inside'), parent: shared.id, ownedBy: dana });
  account.trash(add({ type: 'file', name: 'Thrown away.txt', content: text('gone') }));
}

const text = (words: string) => new StoredContent(Buffer.from(words));

/** Many small files that need little memory, since they share their contents. */
export function addMany(account: Account, count: number, perFolder = 1000): void {
  const contents = Array.from({ length: 64 }, (_, at) => new EndlessContent(`many ${at}`, 4 * KIB));
  const top = account.add({ type: 'folder', name: `Many (${count})` }, null);
  let parent = top;
  for (let at = 0; at < count; at++) {
    if (at % perFolder === 0)
      parent = account.add({ type: 'folder', name: `Folder ${at / perFolder}`, parent: top.id }, null);
    const content = contents[at % contents.length]!;
    account.add({ type: 'file', name: `File ${at}.bin`, parent: parent.id, content, contentModified: WRITTEN }, null);
  }
}

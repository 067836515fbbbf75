import { type Content, MadeContent, StoredContent } from '../../shared/content/content.ts';
import { oddNames, type Sample, sampleLibrary } from '../../shared/content/library.ts';
import { html, markdown } from '../../shared/content/text.ts';
import { studioFiles } from '../../shared/studio/studio-files.ts';
import { type Account, isTeamMember } from './accounts.ts';
import { isDisallowed, lower, segments } from './paths.ts';
import type { FolderNode, Tree } from './tree.ts';

/** The initial files of an account: the library all sandboxes share, and what only Dropbox has. */
export function seed(account: Account, seedText: string, filesPerFolder?: number): void {
  const { tree, home, person } = account;
  const text = `${seedText}/${person.key}`;
  for (const sample of [...sampleLibrary(`${text}/library`, filesPerFolder), ...studioFiles('dropbox', person.key)]) {
    tree.addFile(folderAt(tree, home, sample.folder), sample.name, fileOf(sample));
  }
  addOddNames(tree, home);
  addPaper(tree, home, text);
  addShared(tree, home, 'Shared with me', text, true);
  addShared(tree, home, 'Team drafts', text, false);
  if (isTeamMember(account)) addShared(tree, tree.root, 'Company handbook', text, false, true);
}

function fileOf({ content, modifiedAt }: Pick<Sample, 'content' | 'modifiedAt'>) {
  return { content, clientModified: modifiedAt, serverModified: modifiedAt };
}

function folderAt(tree: Tree, from: FolderNode, names: readonly string[]): FolderNode {
  let folder = from;
  for (const name of names) {
    const next = folder.children.get(lower(name)) ?? tree.addFolder(folder, name);
    if (next.kind === 'file') throw new Error(`${name} is a file.`);
    folder = next;
  }
  return folder;
}

/** The names that Dropbox accepts, and only one of those that it treats as equal. */
function addOddNames(tree: Tree, home: FolderNode): void {
  const folder = tree.addFolder(home, 'Odd names');
  for (const name of oddNames) {
    if (!isTaken(name) || folder.children.has(lower(name))) continue;
    tree.addFile(
      folder,
      name,
      fileOf({ content: stored(`I am ${name}`), modifiedAt: new Date(Date.UTC(2024, 1, 29)) }),
    );
  }
}

function isTaken(name: string): boolean {
  try {
    return segments(`/${name}`, 'path').length === 1 && !isDisallowed(name);
  } catch {
    return false;
  }
}

/** Paper documents can’t be downloaded, only exported. */
function addPaper(tree: Tree, home: FolderNode, text: string): void {
  const folder = tree.addFolder(home, 'Paper');
  for (const name of ['Team notes.paper', 'Launch plan.paper']) {
    const exports = paperExports(`${text}/${name}`);
    const modifiedAt = new Date(Date.UTC(2025, 4, 6));
    tree.addFile(folder, name, { ...fileOf({ content: exports.markdown, modifiedAt }), exports });
  }
}

export function paperExports(text: string): { markdown: Content; html: Content } {
  return { markdown: new MadeContent(() => markdown(text)), html: new MadeContent(() => html(text)) };
}

function addShared(
  tree: Tree,
  parent: FolderNode,
  name: string,
  text: string,
  readOnly: boolean,
  isTeamFolder = false,
): void {
  const id = String(84_528_190_000 + name.length + (readOnly ? 0 : 1000));
  const folder = tree.addFolder(parent, name, { shared: { id, readOnly, isTeamFolder } });
  const samples = sampleLibrary(`${text}/${name}`).filter((sample) => sample.folder[0] === 'Samples');
  for (const sample of samples) tree.addFile(folder, sample.name, fileOf(sample));
}

const stored = (text: string) => new StoredContent(Buffer.from(text));

export function addMany({ tree, home }: Account, name: string, count: number, perFolder: number): void {
  const top = tree.addFolder(home, name);
  const modifiedAt = new Date();
  let folder = top;
  for (let at = 0; at < count; at++) {
    if (at % perFolder === 0) folder = tree.addFolder(top, `Folder ${at / perFolder + 1}`);
    tree.addFile(folder, `File ${at + 1}.txt`, fileOf({ content: stored(`File ${at + 1}\n`), modifiedAt }));
  }
}

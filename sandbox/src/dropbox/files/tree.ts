import type { Content } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import { lower } from './paths.ts';

interface NodeBase {
  /** "id:" and 22 characters; stays the same when the item is moved. */
  id: string;
  name: string;
  parent: FolderNode | null;
  /** The order of creation, which listings follow. */
  ordinal: number;
  /** The latest journal entry about it. */
  entry: number;
}

export interface FolderNode extends NodeBase {
  kind: 'folder';
  /** Children by lower-case name. */
  children: Map<string, Node>;
  /** Set where a shared folder is mounted. */
  shared?: { id: string; readOnly: boolean; isTeamFolder?: boolean };
}

export interface FileNode extends NodeBase {
  kind: 'file';
  content: Content;
  rev: string;
  clientModified: Date;
  serverModified: Date;
  /** Set on documents without bytes of their own: their export formats, the first one by default. */
  exports?: Readonly<Record<string, Content>>;
  symlinkTarget?: string;
  modifiedBy?: string;
}

export type Node = FolderNode | FileNode;

/** A change at a path. An upsert is reported while it is the latest for its node; a deletion always. */
type JournalEntry = { upsert: Node } | { deleted: string; display: string };

/** The files of an account, and the journal its change feed is read from. */
export class Tree {
  readonly root: FolderNode;
  readonly journal: JournalEntry[] = [];
  readonly #seed: string;
  readonly #byId = new Map<string, Node>();
  readonly #all: Node[] = [];
  /** Dropbox keeps deleted items for some weeks. */
  readonly #deleted = new Map<string, Node>();
  readonly #watchers = new Set<() => void>();
  #revisions = 0;
  /** Null until it is needed, since the size of a file is known only once it is generated. */
  #used: number | null = null;

  constructor(seed: string) {
    this.#seed = seed;
    this.root = { kind: 'folder', id: '', name: '', parent: null, ordinal: -1, entry: -1, children: new Map() };
  }

  /** The bytes of all files. */
  get used(): number {
    this.#used ??= [...below(this.root)].reduce((sum, node) => sum + (node.kind === 'file' ? node.content.size : 0), 0);
    return this.#used;
  }

  byId(id: string): Node | undefined {
    return this.#byId.get(id);
  }

  deleted(id: string): Node | undefined {
    return this.#deleted.get(id);
  }

  /** The item that was deleted last at this path, in lower case. */
  deletedAt(path: string): Node | undefined {
    return [...this.#deleted.values()].findLast((node) => lower(pathOf(node)) === path);
  }

  /** The file with this revision, even if it was deleted. */
  revision(rev: string): FileNode | undefined {
    const files = [...this.#byId.values(), ...this.#deleted.values()].filter((node) => node.kind === 'file');
    return files.find((file) => file.rev === rev);
  }

  at(names: readonly string[]): Node | undefined {
    let node: Node | undefined = this.root;
    for (const name of names) node = node?.kind === 'folder' ? node.children.get(lower(name)) : undefined;
    return node;
  }

  isAlive(node: Node): boolean {
    return this.#byId.get(node.id) === node;
  }

  /** All existing items created after an ordinal, oldest first. */
  *after(ordinal: number): Generator<Node> {
    for (let at = ordinal + 1; at < this.#all.length; at++) {
      const node = this.#all[at]!;
      if (this.isAlive(node)) yield node;
    }
  }

  addFolder(parent: FolderNode, name: string, more: Pick<FolderNode, 'shared'> = {}): FolderNode {
    return this.#add({ ...this.#born(parent, name), kind: 'folder', children: new Map(), ...more });
  }

  addFile(parent: FolderNode, name: string, file: Omit<FileNode, keyof NodeBase | 'kind' | 'rev'>): FileNode {
    return this.#add({ ...this.#born(parent, name), kind: 'file', rev: this.#revision(), ...file });
  }

  overwrite(
    node: FileNode,
    file: Pick<FileNode, 'content' | 'clientModified' | 'serverModified' | 'modifiedBy'>,
  ): void {
    if (this.#used !== null) this.#used += file.content.size - node.content.size;
    Object.assign(node, file, { rev: this.#revision() });
    this.#report(node);
  }

  /** Reports an item again, after its contents. */
  share(folder: FolderNode, shared: FolderNode['shared']): void {
    folder.shared = shared;
    this.#report(folder);
  }

  remove(node: Node): void {
    this.#reportDeleted(node);
    node.parent?.children.delete(lower(node.name));
    for (const gone of below(node)) {
      this.#byId.delete(gone.id);
      this.#deleted.set(gone.id, gone);
      if (this.#used !== null && gone.kind === 'file') this.#used -= gone.content.size;
    }
  }

  /** Restores a deleted file at this path with a new revision. */
  revive(file: FileNode, parent: FolderNode, name: string): FileNode {
    this.#deleted.delete(file.id);
    Object.assign(file, { parent, name, rev: this.#revision(), serverModified: new Date() });
    parent.children.set(lower(name), file);
    this.#byId.set(file.id, file);
    if (this.#used !== null) this.#used += file.content.size;
    this.#report(file);
    return file;
  }

  /** Reported as a deletion and a new item, as Dropbox does; the ids stay the same. */
  move(node: Node, parent: FolderNode, name: string): void {
    this.#reportDeleted(node);
    node.parent?.children.delete(lower(node.name));
    Object.assign(node, { parent, name });
    parent.children.set(lower(name), node);
    for (const moved of below(node)) this.#report(moved);
  }

  copy(node: Node, parent: FolderNode, name: string): Node {
    if (node.kind === 'file') {
      const { content, clientModified, exports } = node;
      return this.addFile(parent, name, { content, clientModified, serverModified: new Date(), exports });
    }
    const folder = this.addFolder(parent, name);
    for (const child of node.children.values()) this.copy(child, folder, child.name);
    return folder;
  }

  /** Calls back once, at the next change; the returned function stops waiting. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  #born(parent: FolderNode, name: string): NodeBase {
    const ordinal = this.#all.length;
    return { id: `id:${seededId(`${this.#seed}/${ordinal}`, 22)}`, name, parent, ordinal, entry: -1 };
  }

  #add<N extends Node>(node: N): N {
    node.parent!.children.set(lower(node.name), node);
    this.#all.push(node);
    this.#byId.set(node.id, node);
    if (this.#used !== null && node.kind === 'file') this.#used += node.content.size;
    this.#report(node);
    return node;
  }

  #revision(): string {
    return `5${(this.#revisions++).toString(16).padStart(10, '0')}${seededId(this.#seed, 4).replace(/[^0-9a-f]/g, '0')}`;
  }

  #report(node: Node): void {
    node.entry = this.journal.push({ upsert: node }) - 1;
    this.#wake();
  }

  #reportDeleted(node: Node): void {
    this.journal.push({ deleted: lower(pathOf(node)), display: pathOf(node) });
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#watchers];
    this.#watchers.clear();
    for (const changed of waiting) changed();
  }
}

/** The path with the original case, from the root of the tree. */
export function pathOf(node: Node): string {
  return node.parent === null ? '' : `${pathOf(node.parent)}/${node.name}`;
}

/** The node and all below it, parents first. */
export function* below(node: Node): Generator<Node> {
  yield node;
  if (node.kind === 'folder') for (const child of node.children.values()) yield* below(child);
}

export function isWithin(node: Node, folder: FolderNode): boolean {
  for (let up: Node | null = node; up !== null; up = up.parent) if (up === folder) return true;
  return false;
}

/** The innermost shared folder around it, itself included. */
export function sharedAround(node: Node): FolderNode | undefined {
  for (let up: Node | null = node; up !== null; up = up.parent) if (up.kind === 'folder' && up.shared) return up;
  return undefined;
}

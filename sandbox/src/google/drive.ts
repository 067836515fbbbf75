import type { Person } from '../shared/people.ts';
import { seededId } from '../shared/random.ts';
import type { DriveNode, NewNode } from './drive-node.ts';
import { GoogleError } from './errors.ts';
import { FOLDER } from './mime-types.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Everything one account holds, and the log of what changed. */
export class Drive {
  readonly person: Person;
  readonly root: DriveNode;
  /** Bytes; null without a limit. */
  limit: number | null = 15 * 1024 ** 3;
  onChange: (drive: Drive) => void = () => {};
  readonly #seed: string;
  readonly #nodes = new Map<string, DriveNode>();
  readonly #children = new Map<string, Set<string>>();
  /** Bytes in use; null when it has to be counted again. */
  #used: number | null = null;
  #ids = 0;
  #ordinal = 0;
  /** The latest change of each file, oldest first: the feed tells only the last state. */
  readonly #changes = new Map<string, { at: number; time: number }>();
  #lastChange = 1_000;

  constructor(person: Person, seed: string) {
    this.person = person;
    this.#seed = `${seed}/google/${person.key}`;
    const id = `0A${seededId(this.#seed, 11)}Uk9PVA`;
    this.root = this.#insert({ id, name: 'My Drive', mimeType: FOLDER, created: 0, modified: 0, listed: false });
  }

  /** Nodes in the order they were made, without the root. */
  *nodes(): Iterable<DriveNode> {
    for (const node of this.#nodes.values()) if (node !== this.root) yield node;
  }

  get size(): number {
    return this.#nodes.size;
  }

  find(id: string): DriveNode | undefined {
    return id === 'root' ? this.root : this.#nodes.get(id);
  }

  get(id: string): DriveNode {
    const node = this.find(id);
    if (!node) throw new GoogleError('notFound', `File not found: ${id}.`, 'fileId');
    return node;
  }

  childrenOf(id: string): ReadonlySet<string> {
    return this.#children.get(id === 'root' ? this.root.id : id) ?? NOBODY;
  }

  isTrashed(node: DriveNode): boolean {
    for (let at: DriveNode | undefined = node; at; at = at.parent === null ? undefined : this.#nodes.get(at.parent)) {
      if (at.trashedAt !== null) return true;
    }
    return false;
  }

  isWithin(node: DriveNode, folder: DriveNode): boolean {
    for (let at: DriveNode | undefined = node; at; at = at.parent === null ? undefined : this.#nodes.get(at.parent)) {
      if (at === folder) return true;
    }
    return false;
  }

  /** Ids as files get them, 33 characters; Google's own documents have 44. */
  newId(length = 33): string {
    return `1${seededId(`${this.#seed}/${this.#ids++}`, length - 1)}`;
  }

  /** Without `silently` the change feed tells of it. */
  add(node: NewNode, silently = false): DriveNode {
    if (node.id !== undefined && this.#nodes.has(node.id)) throw new GoogleError('fileIdInUse');
    const parent = node.parent === undefined ? this.root.id : node.parent;
    if (parent !== null) this.#folder(parent);
    const bytes = silently || node.role !== undefined ? 0 : (node.content?.size ?? 0);
    this.#reserve(bytes);
    const added = this.#insert({ ...node, parent });
    if (silently) this.#used = null;
    else this.#log(added.id);
    return added;
  }

  /** Changes what is given, keeps the indexes right and tells the feed. */
  update(node: DriveNode, change: Partial<Omit<DriveNode, 'id' | 'ordinal'>>): void {
    if (change.content !== undefined) this.#reserve((change.content?.size ?? 0) - (node.content?.size ?? 0));
    if (change.parent !== undefined && change.parent !== node.parent) {
      if (change.parent !== null && this.isWithin(this.#folder(change.parent), node)) {
        throw new GoogleError('invalid', 'A folder cannot be moved into itself.', 'addParents');
      }
      this.#unlink(node);
      if (change.parent !== null) this.#link(node.id, change.parent);
    }
    Object.assign(node, change);
    if (change.content !== undefined) node.revision++;
    this.touch(node);
  }

  /** With everything below it; the feed tells of the folder alone. */
  remove(node: DriveNode): void {
    const below = [...this.childrenOf(node.id)];
    this.#drop(node);
    for (let at = 0; at < below.length; at++) {
      const child = this.#nodes.get(below[at]!);
      if (!child) continue;
      below.push(...this.childrenOf(child.id));
      this.#drop(child);
    }
    this.#log(node.id);
  }

  touch(node: DriveNode): void {
    node.version++;
    this.#log(node.id);
  }

  get lastChange(): number {
    return this.#lastChange;
  }

  /** Changes after a place in the feed, oldest first. */
  *changesAfter(at: number): Iterable<{ id: string; at: number; time: number }> {
    for (const [id, change] of this.#changes) if (change.at > at) yield { id, ...change };
  }

  get usage(): { total: number; trash: number } {
    let trash = 0;
    for (const node of this.#nodes.values()) if (node.content && this.isTrashed(node)) trash += node.content.size;
    return { total: this.#total(), trash };
  }

  #folder(id: string): DriveNode {
    const folder = this.find(id);
    if (!folder) throw new GoogleError('notFound', `File not found: ${id}.`, 'fileId');
    if (folder.mimeType !== FOLDER) throw new GoogleError('parentNotAFolder');
    return folder;
  }

  #total(): number {
    if (this.#used === null) {
      this.#used = 0;
      for (const node of this.#nodes.values()) if (node.role === 'owner') this.#used += node.content?.size ?? 0;
    }
    return this.#used;
  }

  #reserve(bytes: number): void {
    if (bytes === 0) return;
    const total = this.#total() + bytes;
    if (bytes > 0 && this.limit !== null && total > this.limit) throw new GoogleError('storageQuotaExceeded');
    this.#used = total;
  }

  #insert(node: NewNode): DriveNode {
    const now = Date.now();
    const full: DriveNode = {
      id: this.newId(),
      parent: null,
      content: null,
      created: now,
      modified: now,
      trashedAt: null,
      role: 'owner',
      listed: true,
      sharedAt: null,
      target: null,
      canDownload: true,
      exportPadding: 0,
      byApp: false,
      description: null,
      appProperties: null,
      ...node,
      ordinal: this.#ordinal++,
      version: 1,
      revision: 1,
    };
    if (full.parent === 'root') full.parent = this.root.id;
    this.#nodes.set(full.id, full);
    if (full.parent !== null) this.#link(full.id, full.parent);
    return full;
  }

  #drop(node: DriveNode): void {
    this.#unlink(node);
    this.#nodes.delete(node.id);
    this.#children.delete(node.id);
    this.#used = null;
  }

  #link(id: string, parent: string): void {
    const key = parent === 'root' ? this.root.id : parent;
    const siblings = this.#children.get(key);
    if (siblings) siblings.add(id);
    else this.#children.set(key, new Set([id]));
  }

  #unlink(node: DriveNode): void {
    if (node.parent !== null) this.#children.get(node.parent)?.delete(node.id);
  }

  #log(id: string): void {
    this.#changes.delete(id);
    this.#changes.set(id, { at: ++this.#lastChange, time: Date.now() });
    this.onChange(this);
  }
}

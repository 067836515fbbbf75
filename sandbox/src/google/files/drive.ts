import type { Person } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import { GoogleError } from '../errors.ts';
import type { DriveNode, NewNode } from './drive-node.ts';
import { FOLDER } from './mime-types.ts';
import type { Oddities } from './oddities.ts';
import { isTopOfSharedDrive, type MemberRole, may, type SharedDrive } from './shared-drive.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Everything one account holds, and the log of what changed. */
export class Drive {
  readonly person: Person;
  readonly root: DriveNode;
  /** The quota in bytes; null without a limit. */
  limit: number | null = 15 * 1024 ** 3;
  oddities: Oddities = {};
  /** Files from this position in the list on are new: searches that lag don’t find them. */
  newFrom = Number.POSITIVE_INFINITY;
  onChange: (drive: Drive) => void = () => {};
  readonly sharedDrives = new Map<string, SharedDrive>();
  readonly #seed: string;
  readonly #nodes = new Map<string, DriveNode>();
  readonly #children = new Map<string, Set<string>>();
  /** Bytes in use; null if it must be computed again. */
  #used: number | null = null;
  #ids = 0;
  #ordinal = 0;
  /**
   * The latest change of each file in My Drive and in each shared drive, oldest first: a feed reports only the last state.
   * Shared drives themselves are in the feed of My Drive.
   */
  readonly #changes = new Map<string, Change>();
  #lastChange = 1_000;

  constructor(person: Person, seed: string) {
    this.person = person;
    this.#seed = `${seed}/google/${person.key}`;
    const id = `0A${seededId(this.#seed, 11)}Uk9PVA`;
    this.root = this.#insert({ id, name: 'My Drive', mimeType: FOLDER, created: 0, modified: 0, listed: false });
  }

  /** Nodes in order of creation, without My Drive and shared drives themselves. */
  *nodes(): Iterable<DriveNode> {
    for (const node of this.#nodes.values()) if (node !== this.root && !isTopOfSharedDrive(node)) yield node;
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

  /** Ids in the format of files’, 33 characters; Google’s own documents have 44. */
  newId(length = 33): string {
    return `1${seededId(`${this.#seed}/${this.#ids++}`, length - 1)}`;
  }

  /** The change feed reports it, unless `silently` is set. */
  add(node: NewNode, silently = false): DriveNode {
    if (node.id !== undefined && this.#nodes.has(node.id)) throw new GoogleError('fileIdInUse');
    const parent = node.parent === undefined ? this.root.id : node.parent;
    if (parent !== null) this.#folder(parent);
    const bytes = silently || node.role !== undefined ? 0 : (node.content?.size ?? 0);
    this.#reserve(bytes);
    const driveId = parent === null ? null : this.get(parent).driveId;
    // Items in a shared drive have no owner and use none of the person’s quota.
    const added = this.#insert({ ...node, parent, driveId, ...(driveId !== null && { role: 'writer' }) });
    if (silently) this.#used = null;
    else this.#log(added.id, added.driveId);
    return added;
  }

  /** Changes the given fields, updates the indexes and adds to the change feed. */
  update(node: DriveNode, change: Partial<Omit<DriveNode, 'id' | 'ordinal'>>): void {
    if (change.content !== undefined) this.#reserve((change.content?.size ?? 0) - (node.content?.size ?? 0));
    if (change.parent !== undefined && change.parent !== node.parent) {
      if (change.parent !== null && this.isWithin(this.#folder(change.parent), node)) {
        throw new GoogleError('badRequest', 'A parent would create a cycle.', 'addParents');
      }
      this.#unlink(node);
      if (change.parent !== null) this.#link(node.id, change.parent);
      const driveId = change.parent === null ? null : this.get(change.parent).driveId;
      if (driveId !== node.driveId) this.#changeDrive(node, driveId);
    }
    Object.assign(node, change);
    if (change.content !== undefined) node.revision++;
    this.touch(node);
  }

  /** Removes an item with everything below it; the feed reports only the folder. */
  remove(node: DriveNode): void {
    const below = [...this.childrenOf(node.id)];
    this.#drop(node);
    for (let at = 0; at < below.length; at++) {
      const child = this.#nodes.get(below[at]!);
      if (!child) continue;
      below.push(...this.childrenOf(child.id));
      this.#drop(child);
    }
    this.#log(node.id, node.driveId);
  }

  touch(node: DriveNode): void {
    node.version++;
    this.#log(node.id, node.driveId);
  }

  get nextOrdinal(): number {
    return this.#ordinal;
  }

  /** The position of a file’s last change in the feed. */
  changedAt(node: DriveNode): number {
    return this.#changes.get(keyOf(node.id, node.driveId))?.at ?? 0;
  }

  get lastChange(): number {
    return this.#lastChange;
  }

  /** Changes after a position in the feed of a shared drive or, by default, of the account; oldest first. */
  *changesAfter(at: number, driveId: string | null): Iterable<Change> {
    for (const change of this.#changes.values()) if (change.at > at && change.feed === driveId) yield change;
  }

  /** Adds a second folder, as accounts from before 2020 have; new files can’t be in two folders. */
  addParent(node: DriveNode, parent: string): void {
    node.otherParents = [...node.otherParents, this.#folder(parent).id];
    this.#link(node.id, parent);
    this.touch(node);
  }

  addSharedDrive(name: string, role: MemberRole): SharedDrive {
    const id = `0A${seededId(`${this.#seed}/${this.#ids++}`, 11)}Uk9PVA`;
    const added: SharedDrive = { id, name, role, created: Date.now() };
    this.sharedDrives.set(id, added);
    this.#insert({ id, name: 'Drive', mimeType: FOLDER, driveId: id, listed: false, role: 'writer' });
    this.touchSharedDrive(id);
    return added;
  }

  /** Ends the person’s membership. */
  leaveSharedDrive(id: string): void {
    for (const node of Array.from(this.#nodes.values())) if (node.driveId === id) this.#drop(node);
    this.sharedDrives.delete(id);
    this.touchSharedDrive(id);
  }

  touchSharedDrive(id: string): void {
    this.#changes.delete(id);
    this.#changes.set(id, { kind: 'drive', id, feed: null, at: ++this.#lastChange, time: Date.now() });
    this.onChange(this);
  }

  mayEdit({ driveId, role }: DriveNode): boolean {
    return driveId === null ? role !== 'reader' : may.edit(this.sharedDrives.get(driveId)!.role);
  }

  mayTrash({ driveId, role }: DriveNode): boolean {
    return driveId === null ? role === 'owner' : may.trash(this.sharedDrives.get(driveId)!.role);
  }

  mayDelete({ driveId, role }: DriveNode): boolean {
    return driveId === null ? role === 'owner' : may.delete(this.sharedDrives.get(driveId)!.role);
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
      otherParents: [],
      driveId: null,
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
    for (const other of node.otherParents) this.#children.get(other)?.delete(node.id);
    node.otherParents = [];
  }

  /** Moves an item with everything below; the feed that it left reports it as removed. */
  #changeDrive(node: DriveNode, driveId: string | null): void {
    const left = node.driveId;
    node.driveId = driveId;
    node.role = driveId === null ? 'owner' : 'writer';
    for (const id of this.childrenOf(node.id)) this.#changeDrive(this.get(id), driveId);
    this.#used = null;
    this.#log(node.id, left);
    this.#log(node.id, driveId);
  }

  #log(id: string, feed: string | null): void {
    const key = keyOf(id, feed);
    this.#changes.delete(key);
    this.#changes.set(key, { kind: 'file', id, feed, at: ++this.#lastChange, time: Date.now() });
    this.onChange(this);
  }
}

/** Records a change in the feed of a shared drive or, if `feed` is null, of the account. */
interface Change {
  kind: 'file' | 'drive';
  id: string;
  feed: string | null;
  at: number;
  time: number;
}

const keyOf = (id: string, feed: string | null) => `${feed ?? ''}/${id}`;

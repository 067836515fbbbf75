import { type Person, people } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import { BoxError } from '../errors.ts';
import { EventLog } from './event-log.ts';
import type { BoxNode, NewNode, NodeType } from './node.ts';
import type { Oddities } from './oddities.ts';
import { fullItem, miniItem } from './resource.ts';

export const ROOT = '0';
/** The limit of an account unless another one is set. */
const SPACE = 10 * 1024 ** 3;
const MAX_NAME_LENGTH = 255;

const keyOf = (type: NodeType, id: string) => `${type} ${id}`;

/** The files of one person, and their events. */
export class Account {
  readonly person: Person;
  readonly user: BoxNode['ownedBy'];
  readonly events = new EventLog();
  space = SPACE;
  oddities: Oddities = {};
  readonly #nodes = new Map<string, BoxNode>();
  readonly #children = new Map<string, Set<BoxNode>>();
  /** Files and folders are numbered separately, so that a file and a folder have the same number. */
  readonly #next = { file: 1_203_000_000_001, folder: 1_203_000_000_001, web_link: 1_203_000_000_001 };
  #version = 1_400_000_000_001;
  #used = 0;

  constructor(person: Person, seed: string) {
    this.person = person;
    const id = String(12_000_000_000 + people.indexOf(person) * 1_000_003 + seededId(seed, 8).charCodeAt(0));
    this.user = { id, name: person.name, login: person.email };
  }

  get used(): number {
    return this.#used;
  }

  nodes(): Iterable<BoxNode> {
    return this.#nodes.values();
  }

  /** Lists folders, then files, then bookmarks, each by age; without trashed and hidden items. */
  childrenOf(folder: string): BoxNode[] {
    const ranks: Record<NodeType, number> = { folder: 0, file: 1, web_link: 2 };
    return [...(this.#children.get(folder) ?? [])]
      .filter(({ trashedAt, blocked }) => trashedAt === null && !blocked)
      .sort((a, b) => ranks[a.type] - ranks[b.type] || Number(a.id) - Number(b.id));
  }

  /** Items that were trashed themselves, without their contents. */
  trashed(): BoxNode[] {
    return [...this.#nodes.values()].filter(({ trashedAt }) => trashedAt !== null);
  }

  find(type: NodeType, id: string): BoxNode | undefined {
    return this.#nodes.get(keyOf(type, id));
  }

  /** The item as the person may see it now. */
  get(type: NodeType, id: string): BoxNode {
    const node = this.find(type, id);
    if (!node) throw new BoxError('not_found');
    if (this.isTrashed(node)) throw new BoxError('trashed');
    if (node.blocked) throw new BoxError('access_denied_insufficient_permissions');
    return node;
  }

  /** Refuses a missing folder; the root always exists. */
  folder(id: string): string {
    return id === ROOT ? ROOT : this.get('folder', id).id;
  }

  isTrashed(node: BoxNode): boolean {
    for (let at: BoxNode | undefined = node; at; at = this.find('folder', at.parent))
      if (at.trashedAt !== null) return true;
    return false;
  }

  isWithin(folder: string, outer: BoxNode): boolean {
    for (let at = this.find('folder', folder); at; at = this.find('folder', at.parent)) if (at === outer) return true;
    return false;
  }

  add(given: NewNode, event: string | null): BoxNode {
    const { type, parent = ROOT, content = null } = given;
    this.#refuseTaken(parent, checkName(given.name), null, type);
    this.reserve(content?.size ?? 0);
    const now = Date.now();
    const node: BoxNode = {
      shared: false,
      ownedBy: this.user,
      created: now,
      modified: now,
      contentModified: now,
      url: '',
      ...given,
      id: String(this.#next[type]++),
      parent,
      content,
      etag: 0,
      trashedAt: null,
      version: String(this.#version++),
      blocked: false,
      hasLink: false,
    };
    this.#nodes.set(keyOf(type, node.id), node);
    this.#link(node);
    if (event) this.log(event, node);
    return node;
  }

  /** Renames, moves, or both; each is an event. */
  arrange(node: BoxNode, to: { name?: string | undefined; parent?: string | undefined }): void {
    const name = to.name === undefined ? node.name : checkName(to.name);
    const parent = to.parent === undefined ? node.parent : this.folder(to.parent);
    if (node.type === 'folder' && this.isWithin(parent, node)) throw new BoxError('cyclical_folder_structure');
    this.#refuseTaken(parent, name, node, node.type);
    const [isMoved, isRenamed] = [parent !== node.parent, name !== node.name];
    if (!isMoved && !isRenamed) return;
    this.#children.get(node.parent)?.delete(node);
    Object.assign(node, { name, parent, shared: node.shared && !isMoved, modified: Date.now(), etag: node.etag + 1 });
    this.#link(node);
    if (isMoved) this.log('ITEM_MOVE', node);
    if (isRenamed) this.log('ITEM_RENAME', node);
  }

  write(node: BoxNode, content: NonNullable<BoxNode['content']>, contentModified = Date.now()): void {
    this.reserve(content.size - (node.content?.size ?? 0));
    const version = String(this.#version++);
    Object.assign(node, { content, contentModified, version, modified: Date.now(), etag: node.etag + 1 });
    this.log('ITEM_UPLOAD', node);
  }

  /** Copies a folder and everything below it, without events for the contents. */
  copy(node: BoxNode, parent: string, name: string): BoxNode {
    const { type, content, url, contentModified } = node;
    const inside = type === 'folder' ? this.childrenOf(node.id) : [];
    const made = this.add({ type, name, parent, content, url, contentModified }, null);
    for (const child of inside) this.copy(child, made.id, child.name);
    return made;
  }

  trash(node: BoxNode): void {
    Object.assign(node, { trashedAt: Date.now(), etag: node.etag + 1 });
    this.log('ITEM_TRASH', node);
  }

  restore(node: BoxNode, { name = node.name, parent = node.parent }: { name?: string; parent?: string } = {}): void {
    this.#refuseTaken(parent, checkName(name), node, node.type);
    this.#children.get(node.parent)?.delete(node);
    Object.assign(node, { name, parent, trashedAt: null, etag: node.etag + 1 });
    this.#link(node);
    this.log('ITEM_UNDELETE_VIA_TRASH', node);
  }

  /** Deletes for good, with everything below. The feed reports nothing, because it has reported the trashing. */
  purge(node: BoxNode): void {
    for (const child of Array.from(this.#children.get(node.type === 'folder' ? node.id : '') ?? [])) this.purge(child);
    this.#children.get(node.parent)?.delete(node);
    this.#nodes.delete(keyOf(node.type, node.id));
    this.#used -= node.content?.size ?? 0;
  }

  log(event: string, node: BoxNode): void {
    this.events.add(event, fullItem(this, node));
  }

  reserve(bytes: number): void {
    if (bytes > 0 && this.#used + bytes > this.space) throw new BoxError('storage_limit_exceeded');
    this.#used += bytes;
  }

  /** Refuses an upload that exceeds the quota, without reserving space. */
  refuseFull(bytes: number): void {
    if (this.#used + bytes > this.space) throw new BoxError('storage_limit_exceeded');
  }

  /** Refuses a taken name. Box names the one existing item for a file, and a list of one for a folder. */
  #refuseTaken(parent: string, name: string, but: BoxNode | null, type: NodeType): void {
    const taken = this.named(parent, name);
    if (!taken || taken === but) return;
    const conflict = miniItem(taken);
    throw new BoxError('item_name_in_use', undefined, { conflicts: type === 'file' ? conflict : [conflict] });
  }

  named(parent: string, name: string): BoxNode | undefined {
    const key = nameKey(name);
    for (const node of this.#children.get(parent) ?? [])
      if (node.trashedAt === null && nameKey(node.name) === key) return node;
    return undefined;
  }

  /** Refuses a taken file name before an upload. */
  refuseUpload(parent: string, name: unknown, size: number): void {
    this.#refuseTaken(this.folder(parent), checkName(name), null, 'file');
    this.refuseFull(size);
  }

  #link(node: BoxNode): void {
    const siblings = this.#children.get(node.parent);
    if (siblings) siblings.add(node);
    else this.#children.set(node.parent, new Set([node]));
  }
}

/** Refuses a name as Box does. */
function checkName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new BoxError('bad_request', 'name is required');
  if ([...name].length > MAX_NAME_LENGTH) throw new BoxError('item_name_too_long');
  const isInvalid = /[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name === '.' || name === '..' || name.trimEnd() !== name;
  if (isInvalid) throw new BoxError('item_name_invalid');
  return name;
}

/** Names that differ in case only are the same name. */
const nameKey = (name: string) => name.normalize('NFC').toLowerCase();

import { seededId } from '../../shared/random.ts';
import { GraphError } from '../errors.ts';
import { type GraphNode, isContainer, type NewNode } from './graph-node.ts';
import { MAX_PATH_LENGTH, nameKey } from './names.ts';

export type DriveType = 'personal' | 'business' | 'documentLibrary';

/** A change; its position in the log is its number. */
export interface LogEntry {
  id: string;
  time: number;
}

/** One drive: its items, its recycle bin and the log behind its delta feed. */
export class Drive {
  readonly id: string;
  readonly type: DriveType;
  readonly name: string;
  readonly owner: string;
  readonly root: GraphNode;
  readonly log: LogEntry[] = [];
  /** Tokens of an earlier age are refused. */
  age = 0;
  total = 1024 ** 4;
  used = 0;
  onChange: () => void = () => {};
  readonly #seed: string;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #children = new Map<string, Map<string, string>>();
  /** Deleted items, each with the item it was deleted along with. */
  readonly #bin = new Map<string, { node: GraphNode; along: string }>();
  readonly #lastChange = new Map<string, number>();
  #ordinal = 100;

  constructor({ seed, type, name, owner }: { seed: string; type: DriveType; name: string; owner: string }) {
    this.type = type;
    this.name = name;
    this.owner = owner;
    this.#seed = seed;
    const id = seededId(`${seed}/drive`, 64);
    this.id = type === 'personal' ? Buffer.from(id).toString('hex').slice(0, 16) : `b!${id}`;
    this.root = this.#insert({ name: 'root', kind: 'folder', parent: null });
  }

  find(id: string): GraphNode | undefined {
    return id === 'root' ? this.root : this.#nodes.get(id);
  }

  get(id: string): GraphNode {
    const node = this.find(id);
    if (!node) throw new GraphError('itemNotFound');
    return node;
  }

  /** A deleted item that is still in the recycle bin. */
  deleted(id: string): GraphNode | undefined {
    return this.#bin.get(id)?.node;
  }

  *nodes(): Iterable<GraphNode> {
    for (const node of this.#nodes.values()) if (node !== this.root) yield node;
  }

  *childrenOf(id: string): Iterable<GraphNode> {
    for (const child of this.#children.get(id)?.values() ?? []) yield this.#nodes.get(child)!;
  }

  childCount(id: string): number {
    return this.#children.get(id)?.size ?? 0;
  }

  child(parent: GraphNode, name: string): GraphNode | undefined {
    const id = this.#children.get(parent.id)?.get(nameKey(name));
    return id === undefined ? undefined : this.#nodes.get(id);
  }

  at(path: readonly string[], from = this.root): GraphNode | undefined {
    let node: GraphNode | undefined = from;
    for (const name of path) node = node && this.child(node, name);
    return node;
  }

  /** The path from the root, without the root itself. */
  pathOf(node: GraphNode): string[] {
    const names: string[] = [];
    for (let at = node; at.parent !== null; at = this.get(at.parent)) names.unshift(at.name);
    return names;
  }

  *ancestorsOf(node: GraphNode): Iterable<GraphNode> {
    for (let parent = node.parent; parent !== null; ) {
      const folder: GraphNode = this.get(parent);
      yield folder;
      parent = folder.parent;
    }
  }

  *below(node: GraphNode): Iterable<GraphNode> {
    for (const child of this.childrenOf(node.id)) {
      yield child;
      yield* this.below(child);
    }
  }

  add(given: NewNode): GraphNode {
    const parent = this.#container(given.parent ?? this.root.id);
    this.#checkPlace(parent, given.name);
    this.#reserve(given.content?.size ?? 0);
    const node = this.#insert({ ...given, parent: parent.id });
    this.#note(node.id);
    return node;
  }

  update(
    node: GraphNode,
    change: Partial<Pick<GraphNode, 'name' | 'parent' | 'content' | 'clientModified' | 'clientCreated'>>,
  ) {
    if (node === this.root) throw new GraphError('invalidRequest', 'The root cannot be changed');
    const { name = node.name, parent = node.parent!, content, ...times } = change;
    if (parent !== node.parent || name !== node.name) {
      const folder = this.#container(parent!);
      if (folder === node || [...this.ancestorsOf(folder)].includes(node))
        throw new GraphError('invalidRequest', 'A folder cannot be moved into itself');
      this.#checkPlace(folder, name, node);
      this.#unlink(node);
      Object.assign(node, { name, parent: folder.id });
      this.#link(node);
    }
    if (content !== undefined && content !== node.content) {
      this.#reserve((content?.size ?? 0) - (node.content?.size ?? 0));
      Object.assign(node, { content, clientModified: null });
      node.contentVersion++;
    }
    Object.assign(node, times);
    node.modified = Date.now();
    node.version++;
    this.#note(node.id);
  }

  /** Moves the item to the recycle bin, with everything below; each item is a change of its own. */
  remove(node: GraphNode): void {
    if (node === this.root) throw new GraphError('invalidRequest', 'The root cannot be deleted');
    for (const gone of [...this.below(node), node]) {
      this.used -= gone.content?.size ?? 0;
      this.#nodes.delete(gone.id);
      this.#children.delete(gone.id);
      this.#bin.set(gone.id, { node: gone, along: node.id });
      this.#note(gone.id);
    }
    this.#unlink(node);
  }

  /** Restores the item from the recycle bin, with everything that was deleted along with it. */
  restore(node: GraphNode, to: Partial<Pick<GraphNode, 'name' | 'parent'>> = {}): void {
    const { name = node.name, parent = node.parent } = to;
    this.#checkPlace(this.#container(parent!), name);
    Object.assign(node, { name, parent });
    const below = [...this.#bin.values()].filter(({ along }) => along === node.id).map((entry) => entry.node);
    for (const one of [node, ...below.filter((other) => other !== node)]) {
      this.#bin.delete(one.id);
      this.#nodes.set(one.id, one);
      this.#link(one);
      this.used += one.content?.size ?? 0;
      one.version++;
      this.#note(one.id);
    }
  }

  /** Whether this is the newest log entry about its item. */
  isLast(id: string, at: number): boolean {
    return this.#lastChange.get(id) === at;
  }

  #container(id: string): GraphNode {
    const folder = this.get(id);
    if (!isContainer(folder)) throw new GraphError('invalidRequest', 'The parent is not a folder');
    return folder;
  }

  #checkPlace(parent: GraphNode, name: string, self?: GraphNode): void {
    const taken = this.child(parent, name);
    if (taken && taken !== self) throw new GraphError('nameAlreadyExists');
    if ([...this.pathOf(parent), name].join('/').length >= MAX_PATH_LENGTH)
      throw new GraphError('invalidRequest', `The path is longer than ${MAX_PATH_LENGTH} characters`);
  }

  #reserve(bytes: number): void {
    if (bytes > 0 && this.used + bytes > this.total) throw new GraphError('quotaLimitReached');
    this.used += bytes;
  }

  #insert(given: NewNode): GraphNode {
    const now = Date.now();
    const node: GraphNode = {
      id: this.#newId(),
      parent: null,
      mimeType: null,
      content: null,
      created: now,
      modified: now,
      clientCreated: null,
      clientModified: null,
      malware: false,
      remote: null,
      ...given,
      version: 1,
      contentVersion: 1,
    };
    this.#nodes.set(node.id, node);
    if (node.parent !== null) this.#link(node);
    return node;
  }

  #newId(): string {
    const number = this.#ordinal++;
    if (this.type === 'personal') return `${this.id.toUpperCase()}!${number}`;
    return `01${seededId(`${this.#seed}/item/${number}`, 64)
      .replace(/[^A-Z0-9]/gi, '')
      .toUpperCase()
      .slice(0, 32)}`;
  }

  #link(node: GraphNode): void {
    const siblings = this.#children.get(node.parent!) ?? new Map<string, string>();
    siblings.set(nameKey(node.name), node.id);
    this.#children.set(node.parent!, siblings);
  }

  #unlink(node: GraphNode): void {
    this.#children.get(node.parent!)?.delete(nameKey(node.name));
  }

  #note(id: string): void {
    this.log.push({ id, time: Date.now() });
    this.#lastChange.set(id, this.log.length);
    this.onChange();
  }
}

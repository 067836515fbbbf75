import { createHash } from 'node:crypto';

/** A file or folder in Nextcloud: with a permanent number, and an ETag that changes with anything below. */
export interface Node {
  id: number;
  name: string;
  parent: Node | null;
  children: Map<string, Node> | null;
  bytes: Buffer;
  modified: number;
  etag: string;
  checksum?: string;
  /** True for an external storage and everything in it. */
  isMounted?: boolean;
}

export type Path = readonly string[];

export class Tree {
  #lastId = 100;
  #lastEtag = 0;
  readonly #unnoticed = new Map<Node, () => void>();
  readonly root: Node = this.#node('', null, true);

  find(path: Path): Node | null {
    let node: Node | null = this.root;
    for (const name of path) node = node?.children?.get(name) ?? null;
    return node;
  }

  byId(id: number, below: Node = this.root): Node | null {
    if (below.id === id) return below;
    for (const child of below.children?.values() ?? []) {
      const found = this.byId(id, child);
      if (found) return found;
    }
    return null;
  }

  write(path: Path, bytes: Uint8Array, given: { modified?: number; checksum?: string } = {}): Node {
    const node = this.find(path) ?? this.#add(path, false);
    node.bytes = Buffer.from(bytes);
    node.modified = given.modified ?? Math.floor(Date.now() / 1000);
    delete node.checksum;
    if (given.checksum) node.checksum = given.checksum;
    this.#touch(node);
    return node;
  }

  mkdir(path: Path): Node {
    const node = this.#add(path, true);
    this.#touch(node);
    return node;
  }

  /** Adds an external storage. */
  mount(path: Path): Node {
    const node = this.mkdir(path);
    node.isMounted = true;
    return node;
  }

  /** Changes an external storage itself, which Nextcloud detects when somebody opens the folder. */
  behind(folder: Path, change: () => void): void {
    this.#unnoticed.set(this.find(folder)!, change);
  }

  opened(folder: Node): void {
    const change = this.#unnoticed.get(folder);
    this.#unnoticed.delete(folder);
    change?.();
  }

  move(from: Path, to: Path): void {
    const node = this.find(from)!;
    this.remove(from);
    node.name = to.at(-1)!;
    node.parent = this.find(to.slice(0, -1))!;
    node.parent.children!.set(node.name, node);
    this.#touch(node);
  }

  remove(path: Path): void {
    const { parent, name } = this.find(path)!;
    parent!.children!.delete(name);
    this.#touch(parent!);
  }

  list(folder: Path): { path: Path; kind: 'file' | 'folder'; bytes?: Uint8Array }[] {
    return [...this.find(folder)!.children!.values()].flatMap((node) => {
      const path = [...folder, node.name];
      return node.children
        ? [{ path, kind: 'folder' as const }, ...this.list(path)]
        : [{ path, kind: 'file' as const, bytes: node.bytes }];
    });
  }

  pathOf(node: Node): string[] {
    return node.parent ? [...this.pathOf(node.parent), node.name] : [];
  }

  #add(path: Path, isFolder: boolean): Node {
    const parent = this.find(path.slice(0, -1))!;
    const node = this.#node(path.at(-1)!, parent, isFolder);
    if (parent.isMounted) node.isMounted = true;
    parent.children!.set(node.name, node);
    return node;
  }

  #node(name: string, parent: Node | null, isFolder: boolean): Node {
    const modified = Math.floor(Date.now() / 1000);
    const children = isFolder ? new Map<string, Node>() : null;
    return { id: ++this.#lastId, name, parent, children, bytes: Buffer.alloc(0), modified, etag: this.#etag() };
  }

  #touch(node: Node): void {
    for (let at: Node | null = node; at; at = at.parent) at.etag = this.#etag();
  }

  #etag(): string {
    return createHash('md5')
      .update(String(++this.#lastEtag))
      .digest('hex');
  }
}

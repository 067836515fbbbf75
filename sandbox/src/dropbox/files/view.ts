import { endpointError } from '../errors.ts';
import type { Account } from './accounts.ts';
import { lower, segments } from './paths.ts';
import { type FolderNode, isWithin, type Node, pathOf } from './tree.ts';

/** An account as seen from its home, or from the root of its team, where its paths begin. */
export class View {
  readonly account: Account;
  readonly base: FolderNode;

  constructor(account: Account, base: FolderNode) {
    this.account = account;
    this.base = base;
  }

  get tree() {
    return this.account.tree;
  }

  /** The node of a path or an id; an invalid path is `malformed_path` under the tag. */
  find(path: string, tag: string): Node | undefined {
    if (path.startsWith('id:')) return this.#inside(this.tree.byId(path));
    return this.tree.at(this.names(path, tag));
  }

  /** A deleted item, by its id or its former path. */
  deleted(path: string, tag: string): Node | undefined {
    if (path.startsWith('id:')) return this.#inside(this.tree.deleted(path));
    return this.tree.deletedAt(lower(`/${this.names(path, tag).join('/')}`));
  }

  look(path: string, tag: string): Node {
    const node = this.find(path, tag);
    if (!node || this.#isUnseen(node)) throw endpointError(`${tag}/not_found`);
    return node;
  }

  /** The names from the root of the tree; `ns:` paths begin at the namespace they name. */
  names(path: string, tag: string): string[] {
    const [, namespace, rest = path] = /^ns:(\d+)(.*)$/s.exec(path) ?? [];
    const base = namespace === undefined ? this.base : this.#namespace(namespace, tag);
    return [...segments(pathOf(base), tag), ...segments(rest, tag)];
  }

  path(node: Node): string {
    return pathOf(node).slice(pathOf(this.base).length);
  }

  /** The path of a node in this view; undefined if it is outside. */
  seen(path: string): string | undefined {
    const base = pathOf(this.base);
    return lower(path).startsWith(`${lower(base)}/`) ? path.slice(base.length) : undefined;
  }

  #isUnseen({ id }: Node): boolean {
    const { unseen } = this.account;
    const left = unseen.get(id) ?? 0;
    if (left <= 1) unseen.delete(id);
    else unseen.set(id, left - 1);
    return left > 0;
  }

  #inside(node: Node | undefined): Node | undefined {
    return node && isWithin(node, this.base) ? node : undefined;
  }

  #namespace(id: string, tag: string): FolderNode {
    if (id === this.account.homeNamespace) return this.account.home;
    if (id === this.account.rootNamespace) return this.tree.root;
    for (const node of this.tree.after(-1)) if (node.kind === 'folder' && node.shared?.id === id) return node;
    throw endpointError(`${tag}/not_found`);
  }
}

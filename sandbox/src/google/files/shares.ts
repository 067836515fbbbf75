import type { Drive } from './drive.ts';

/** Files that one person shares with another, whose account has them under the same id and follows every change. */
export class Shares {
  readonly #shares: { id: string; from: Drive; to: Drive }[] = [];

  add(share: { id: string; from: Drive; to: Drive }): void {
    share.from.get(share.id);
    this.#shares.push(share);
    this.follow(share.from);
  }

  /** Something changed in an account. */
  follow(changed: Drive): void {
    for (const { id, from, to } of this.#shares) if (from === changed) mirror(id, from, to);
  }
}

/** What its owner trashed or deleted is gone for the other one. */
function mirror(id: string, from: Drive, to: Drive): void {
  const [node, held] = [from.find(id), to.find(id)];
  if (!node || from.isTrashed(node)) {
    if (held) to.remove(held);
    return;
  }
  const { name, mimeType, content, modified } = node;
  const seen = { name, mimeType, content, modified };
  if (!held) to.add({ id, ...seen, role: 'reader', parent: null, sharedAt: Date.now() });
  else if (held.name !== name || held.content !== content || held.modified !== modified) to.update(held, seen);
}

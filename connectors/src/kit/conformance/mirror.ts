import { expect } from 'vitest';
import type { Batch, Change, RemoteId, RemoteItem } from '../session.ts';
import type { Outside, Path } from './world.ts';

/** A caller’s store: items by id, updated by batches and changes as the sync engine does it. */
export class Mirror {
  readonly items = new Map<RemoteId, RemoteItem>();

  take(batch: Pick<Batch<RemoteItem>, 'items'>): this {
    for (const item of batch.items) this.items.set(item.id, item);
    return this;
  }

  apply(changes: readonly Change<RemoteItem>[]): this {
    for (const change of changes) {
      if (change.kind === 'upsert') this.items.set(change.item.id, change.item);
      else if (change.kind === 'delete') this.drop(change.id);
      else this.dropAt(change.path);
    }
    return this;
  }

  /** Removes a folder with everything below it. */
  private drop(id: RemoteId): void {
    this.items.delete(id);
    for (const item of this.items.values()) if (item.parentId === id) this.drop(item.id);
  }

  /** Applies a page of changes. Deleted items that the feed reports again later are then added again. */
  private dropAt(path: string): void {
    for (const item of this.items.values()) {
      if (item.path === path || item.path?.startsWith(`${path}/`)) this.items.delete(item.id);
    }
  }

  pathOf(item: RemoteItem): Path {
    const parent = item.parentId === null ? undefined : this.items.get(item.parentId);
    return parent === undefined ? [item.name] : [...this.pathOf(parent), item.name];
  }

  isBelow(id: RemoteId, folder: RemoteId): boolean {
    const parentId = this.items.get(id)?.parentId ?? null;
    return parentId !== null && (parentId === folder || this.isBelow(parentId, folder));
  }

  /** Everything below a folder, one line each. */
  below(folder: Path): string[] {
    const lines: string[] = [];
    for (const item of this.items.values()) {
      const path = this.pathOf(item);
      if (path.length > folder.length && folder.every((name, at) => path[at] === name))
        lines.push(lineOf(path, item.kind, item.size));
    }
    return lines.sort();
  }
}

/** Expects that nothing is missing, duplicated or extra. */
export async function expectSame(mirror: Mirror, outside: Outside, folder: Path): Promise<void> {
  const held = await outside.list(folder);
  const lines = held.map(({ path, kind, bytes }) => lineOf(path, kind, bytes?.length));
  expect(mirror.below(folder)).toEqual(lines.sort());
}

const lineOf = (path: Path, kind: RemoteItem['kind'], size: number | null | undefined) =>
  `${path.join('/')} · ${kind === 'file' ? `${size} bytes` : kind}`;

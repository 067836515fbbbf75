import { type AiScope, type Collection, type Label, limits } from '@sheaf/contract';
import type { pagedOptions } from '../../../lib/api/paged-list.ts';

/** The choices to limit answers to. Other features load them; the page passes them in. */
export interface ScopeChoices {
  accounts: readonly { id: string; title: string; slug: string }[];
  collections: ReturnType<typeof pagedOptions<Collection>>;
  labels: ReturnType<typeof pagedOptions<Label>>;
}

export const scopeKinds = ['account', 'collection', 'label', 'document'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export interface ScopePart {
  kind: ScopeKind;
  id: string;
}

const keyOf = (kind: ScopeKind) => `${kind}_ids` as const;

export const partsOf = (scope: AiScope): ScopePart[] =>
  scopeKinds.flatMap((kind) => (scope[keyOf(kind)] ?? []).map((id) => ({ kind, id })));

export const hasPart = (scope: AiScope, { kind, id }: ScopePart): boolean => scope[keyOf(kind)]?.includes(id) ?? false;

export function withPart(scope: AiScope, { kind, id }: ScopePart): AiScope {
  const ids = scope[keyOf(kind)] ?? [];
  if (ids.includes(id) || ids.length >= limits.scopeIds) return scope;
  return { ...scope, [keyOf(kind)]: [...ids, id] };
}

/** Drops a kind without parts: an empty list would mean that nothing is chosen. */
export function withoutParts(scope: AiScope, parts: readonly ScopePart[]): AiScope {
  const kept = scopeKinds.flatMap((kind) => {
    const ids = scope[keyOf(kind)]?.filter((id) => !parts.some((part) => part.kind === kind && part.id === id)) ?? [];
    return ids.length > 0 ? [[keyOf(kind), ids] as const] : [];
  });
  return Object.fromEntries(kept);
}

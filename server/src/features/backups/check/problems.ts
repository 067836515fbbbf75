/** missing, damaged: a content or picture; unused: a key in the store; row: a row of the database. */
type Kind = 'missing' | 'damaged' | 'unused' | 'row';

export interface Problems {
  add(kind: Kind, what: string): void;
  counts: Readonly<Record<Kind, number>>;
  /** The first problems of each kind. */
  named: Readonly<Record<Kind, readonly string[]>>;
}

const maxNamed = 20;

export function createProblems(): Problems {
  const counts = { missing: 0, damaged: 0, unused: 0, row: 0 };
  const named: Record<Kind, string[]> = { missing: [], damaged: [], unused: [], row: [] };
  return {
    counts,
    named,
    add(kind, what) {
      counts[kind] += 1;
      if (named[kind].length < maxNamed) named[kind].push(what);
    },
  };
}

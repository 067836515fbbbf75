import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { folderQuery } from './api/folders.ts';
import { type Level, type Levels, withPage, withState } from './folder-tree.ts';

/** The folders of an account at its source, as far as they have been opened. */
export function useFolderTree(account: string) {
  const client = useQueryClient();
  const [levels, setLevels] = useState<Levels>(() => new Map());
  const asked = useRef(new Set<string | null>());

  const change = (id: string | null, next: (level: Level | undefined) => Level) =>
    setLevels((levels) => new Map(levels).set(id, next(levels.get(id))));

  /** Asks for the first page of a folder, or the next one; at most one at a time. */
  const load = async (id: string | null, page: string | null) => {
    if (asked.current.has(id)) return;
    asked.current.add(id);
    change(id, (level) => withState(level, 'loading'));
    try {
      const answer = await client.fetchQuery(folderQuery({ account, parent: id, page }));
      change(id, (level) => withPage(level, answer));
    } catch {
      change(id, (level) => withState(level, 'failed'));
    } finally {
      asked.current.delete(id);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each account
  useEffect(() => {
    void load(null, null);
  }, [account]);

  return {
    levels,
    /** For a folder that is opened: loads what it holds, unless that has begun. */
    open(id: string) {
      if (!levels.has(id)) void load(id, null);
    },
    /** The next page of a folder, or the one that failed. */
    more(id: string | null) {
      void load(id, levels.get(id)?.next ?? null);
    },
  };
}

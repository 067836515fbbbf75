import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { folderQuery } from './api/folders.ts';
import { type Level, withPage, withState } from './folder-tree.ts';

interface Page {
  /** null: the top. */
  parent: string | null;
  /** null: the first. */
  page: string | null;
}

/** The folders of an account at its source, as far as they have been opened. */
export function useFolderTree(account: string) {
  const [asked, setAsked] = useState<readonly Page[]>([{ parent: null, page: null }]);
  const queries = asked.map((page) => ({ ...folderQuery({ account, ...page }), refetchOnWindowFocus: false }));
  const answers = useQueries({ queries });

  const levels = new Map<string | null, Level>();
  asked.forEach(({ parent }, index) => {
    const answer = answers[index];
    const level = levels.get(parent);
    const state = answer?.isError && !answer.isFetching ? 'failed' : 'loading';
    levels.set(parent, answer?.data ? withPage(level, answer.data) : withState(level, state));
  });
  const ask = (page: Page) => setAsked([...asked, page]);

  return {
    levels,
    /** For a folder that is opened: loads what it holds, unless that has begun. */
    open(id: string) {
      if (!levels.has(id)) ask({ parent: id, page: null });
    },
    /** The next page of a folder, or the one that failed. */
    more(id: string | null) {
      const level = levels.get(id);
      const last = asked.findLastIndex(({ parent }) => parent === id);
      if (level?.state === 'failed') void answers[last]?.refetch();
      else if (level?.state === 'ready' && level.next) ask({ parent: id, page: level.next });
    },
  };
}

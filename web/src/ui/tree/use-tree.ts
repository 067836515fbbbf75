import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Level, type TreeNode, type TreePage, withPage, withState } from './tree-rows.ts';

interface Place {
  /** null: the top. */
  parent: string | null;
  /** null: the first. */
  page: string | null;
}

/** How one page of what a node holds is asked for. */
export type TreeQuery<N extends TreeNode> = (place: Place) => {
  queryKey: QueryKey;
  queryFn(context: { signal: AbortSignal }): Promise<TreePage<N>>;
};

/** A tree as far as it has been opened; at first that is the top, and what one of its nodes holds if it is given. */
export function useTree<N extends TreeNode>(query: TreeQuery<N>, opened?: string) {
  const [asked, setAsked] = useState<readonly Place[]>(() =>
    [null, ...(opened === undefined ? [] : [opened])].map((parent) => ({ parent, page: null })),
  );
  const answers = useQueries({
    queries: asked.map((place) => ({ ...query(place), refetchOnWindowFocus: false })),
  });

  const levels = new Map<string | null, Level<N>>();
  asked.forEach(({ parent }, index) => {
    const answer = answers[index];
    const level = levels.get(parent);
    const state = answer?.isError && !answer.isFetching ? 'failed' : 'loading';
    levels.set(parent, answer?.data ? withPage(level, answer.data) : withState(level, state));
  });
  const ask = (place: Place) => setAsked([...asked, place]);

  return {
    levels,
    /** For a node that is opened: loads what it holds, unless that has begun. */
    open(id: string) {
      if (!levels.has(id)) ask({ parent: id, page: null });
    },
    /** The next page of a node, or the one that failed. */
    more(id: string | null) {
      const level = levels.get(id);
      const last = asked.findLastIndex(({ parent }) => parent === id);
      if (level?.state === 'failed') void answers[last]?.refetch();
      else if (level?.state === 'ready' && level.next) ask({ parent: id, page: level.next });
    },
  };
}

import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Level, type TreeNode, type TreePage, withPage, withState } from './tree-rows.ts';

interface Place {
  /** null: the top level. */
  parent: string | null;
  /** null: the first page. */
  page: string | null;
}

/** The query for one page of a node's children. */
export type TreeQuery<N extends TreeNode> = (place: Place) => {
  queryKey: QueryKey;
  queryFn(context: { signal: AbortSignal }): Promise<TreePage<N>>;
};

/** The loaded part of a tree. Starts with the top level, and the children of one node if it is given. */
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
    /** Loads the children of an expanded node, unless they are loaded or loading. */
    open(id: string) {
      if (!levels.has(id)) ask({ parent: id, page: null });
    },
    /** Loads the next page of a node, or a failed one again. */
    more(id: string | null) {
      const level = levels.get(id);
      const last = asked.findLastIndex(({ parent }) => parent === id);
      if (level?.state === 'failed') void answers[last]?.refetch();
      else if (level?.state === 'ready' && level.next) ask({ parent: id, page: level.next });
    },
  };
}

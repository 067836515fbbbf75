/** The intervals at first, and after a while. */
const [soonMs, laterMs] = [1_500, 10_000];

interface Asked {
  state: { data?: { state: string } | undefined; dataUpdateCount: number };
}

/** For `refetchInterval`: when to ask again for something that the server prepares. */
export const whilePreparing = ({ state }: Asked): number | false =>
  state.data?.state === 'preparing' && (state.dataUpdateCount < 40 ? soonMs : laterMs);

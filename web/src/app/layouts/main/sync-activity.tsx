import { SyncIndicator } from '../../../features/sources/components/sync-indicator.tsx';
import { useServerNews } from '../../use-server-news.ts';

/** Follows what the server does, for the whole main area; whoever has accounts sees it in the header. */
export function SyncActivity({ shown }: { shown: boolean }) {
  const live = useServerNews();
  return shown ? <SyncIndicator live={live} /> : null;
}

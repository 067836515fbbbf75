import { LogoMark } from './logo.tsx';

/**
 * For what blocks the whole page. It stays invisible for a moment, so that quick answers do not flash it.
 * Its styles are global because index.html shows the same screen before any script has run.
 */
export function FullScreenLoader() {
  return (
    <div className="loading-screen" role="status" aria-label="Loading">
      <LogoMark size={56} />
    </div>
  );
}

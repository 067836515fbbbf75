import { LogoMark } from './logo.tsx';

/**
 * Covers the whole page. It stays invisible for a moment, so that it does not flash when loading is quick. Its styles
 * are global because index.html shows the same screen before any script has run.
 */
export function FullScreenLoader() {
  return (
    <div className="loading-screen" role="status" aria-label="Loading">
      <LogoMark size={56} />
    </div>
  );
}

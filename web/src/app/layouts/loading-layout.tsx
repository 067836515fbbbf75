import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';

export function LoadingLayout() {
  return <FullScreenLoader />;
}

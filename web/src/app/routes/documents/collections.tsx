import { CollectionGrid } from '../../../features/collections/components/collection-grid.tsx';

export function Page() {
  return <CollectionGrid />;
}

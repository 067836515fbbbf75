import { DuplicateList } from '../../../features/documents/components/duplicates/duplicate-list.tsx';

export function Page() {
  return <DuplicateList />;
}

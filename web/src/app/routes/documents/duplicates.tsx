import { DuplicateList } from '../../../features/documents/components/duplicate-list.tsx';

export function Page() {
  return <DuplicateList />;
}

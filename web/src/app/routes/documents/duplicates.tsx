import { useMutation } from '@tanstack/react-query';
import { startBulk } from '../../../features/bulk/api/bulk.ts';
import { DuplicateList } from '../../../features/documents/components/duplicates/duplicate-list.tsx';

export function Page() {
  const { mutateAsync: start } = useMutation(startBulk);
  return (
    <DuplicateList
      onKeepOneOfAll={(keep) => start({ query: { owner: 'me', kind: 'file' }, action: 'keep_one', keep })}
    />
  );
}

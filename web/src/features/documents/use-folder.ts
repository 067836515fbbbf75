import type { DocumentDetails } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '../../lib/is-absent.ts';
import { documentQuery } from './api/documents.ts';

interface Folder {
  folder: DocumentDetails | undefined;
  isPending: boolean;
  /** It was deleted, or is no longer shared. */
  absent: boolean;
}

/** The folder an address names; the top of an account is none. */
export function useFolder(parentId: string | undefined): Folder {
  const id = parentId === 'root' ? undefined : parentId;
  const { data, error, isLoading } = useQuery({ ...documentQuery(id ?? ''), enabled: id !== undefined });
  const absent = isAbsent(error);
  return { folder: absent ? undefined : data, isPending: isLoading, absent };
}

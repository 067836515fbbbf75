import type { DocumentDetails } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '../../lib/api/http.ts';
import { documentQuery } from './api/documents.ts';

interface Folder {
  folder: DocumentDetails | undefined;
  isPending: boolean;
  /** True if it was deleted or is no longer shared. */
  absent: boolean;
}

/** The folder in the address; undefined for the top level of an account. */
export function useFolder(id: string | undefined): Folder {
  const { data, error, isLoading } = useQuery({ ...documentQuery(id ?? ''), enabled: id !== undefined });
  const absent = isAbsent(error);
  return { folder: absent ? undefined : data, isPending: isLoading, absent };
}

import { sources } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';

interface FolderPage {
  account: string;
  /** null: the top. */
  parent: string | null;
  page: string | null;
}

/** One page of what a folder of the account holds at the source. */
export const folderQuery = ({ account, parent, page }: FolderPage) =>
  queryOptions({
    queryKey: [...organizationKey('source-folders'), account, parent, page],
    queryFn: async ({ signal }) => {
      const body = { source_account_id: account, parent_id: parent, ...(page === null ? {} : { page }) };
      return (await call(sources.files, { body, signal })).data;
    },
  });

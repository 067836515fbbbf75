import { type Document, may } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sharedFoldersQuery } from '../../features/my-files/api/arrange.ts';
import { type Everything, MoveDialog } from '../../features/my-files/components/move-dialog.tsx';
import { movePlaces } from '../../features/my-files/move-places.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { myFilesQuery } from '../../features/transfers/api/places.ts';
import type { DialogProps } from '../../ui/dialogs/modal.tsx';

interface MoveDocumentsProps extends DialogProps {
  chosen: readonly Document[];
  everything: Everything | undefined;
}

/** The dialog with all places of the person. Guests have no accounts. */
export function MoveDocuments({ opened, chosen, everything, onClose }: MoveDocumentsProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const hasAccounts = may(info.role, 'sources.own');
  const accounts = useQuery({ ...accountsQuery(), enabled: opened && hasAccounts });
  const myFiles = useQuery({ ...myFilesQuery(), enabled: opened && hasAccounts });
  const shared = useQuery({ ...sharedFoldersQuery(), enabled: opened });
  const places = useMemo(() => {
    if (!shared.data || (hasAccounts && !(accounts.data && myFiles.data))) return undefined;
    return movePlaces(chosen, {
      accounts: accounts.data ?? [],
      myFiles: myFiles.data ?? [],
      shared: shared.data,
    });
  }, [chosen, hasAccounts, accounts.data, myFiles.data, shared.data]);
  const queries = [accounts, myFiles, shared];
  return (
    <MoveDialog
      opened={opened}
      chosen={chosen}
      everything={everything}
      places={places}
      placesFailed={!places && queries.some(({ isError }) => isError)}
      onReload={() => void Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch()))}
      onClose={onClose}
    />
  );
}

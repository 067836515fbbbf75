import { ActionIcon, Button } from '@mantine/core';
import type { ArchiveEntry } from '@sheaf/contract';
import { IconFolderPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../../ui/feedback/toast.ts';
import { saveToMyFiles } from '../../api/archive.ts';

interface SaveActionProps {
  documentId: string;
  file: ArchiveEntry;
  /** Set in rows of the list, where there is no room for text. */
  isSmall?: boolean;
}

/** Puts a file of an archive into My files. If that isn’t possible, the action stays and gives the reason. */
export function SaveAction({ documentId, file, isSmall = false }: SaveActionProps) {
  const { mutate, isPending } = useMutation(saveToMyFiles);
  const why = file.save_problem;
  const shared = {
    loading: isPending,
    'aria-disabled': why !== null || undefined,
    'data-disabled': why !== null || undefined,
    onClick: () => (why === null ? mutate({ documentId, file }) : toast.error(why)),
  };
  return isSmall ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={`Save ${file.name} to My files`}
      title={why ?? 'Save to My files'}
      {...shared}
    >
      <IconFolderPlus size={18} stroke={1.8} />
    </ActionIcon>
  ) : (
    <Button variant="default" size="xs" leftSection={<IconFolderPlus size={14} />} title={why ?? undefined} {...shared}>
      Save to My files
    </Button>
  );
}

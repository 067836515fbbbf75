import { Breadcrumbs, Button, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { IconChevronRight, IconFolderPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { foldersQuery, moveDocuments } from '../api/arrange.ts';
import type { Target } from '../upload-item.ts';
import classes from './move-dialog.module.css';
import { NewFolderDialog } from './name-dialog.tsx';

interface MoveDialogProps {
  opened: boolean;
  chosen: readonly Document[];
  onClose(): void;
}

interface Step {
  id: string | null;
  name: string;
}

/** Moves the chosen documents to another folder of the same place. */
export function MoveDialog({ opened, chosen, onClose }: MoveDialogProps) {
  const creating = useDialog<Target>();
  const what = chosen.length === 1 ? `“${chosen[0]!.name}”` : count(chosen.length, 'item');
  return (
    <Modal opened={opened} onClose={onClose} closeOnEscape={!creating.opened} title={`Move ${what}`}>
      {chosen[0] ? <FolderChoice chosen={chosen} from={chosen[0]} creating={creating} onClose={onClose} /> : null}
    </Modal>
  );
}

/** The top level of one’s own account; of what others share, the outermost folder that one sees. */
const startOf = ({ own, account, location: [outermost] }: Document): Step =>
  own || !outermost ? { id: null, name: account.name } : outermost;

interface FolderChoiceProps {
  chosen: readonly Document[];
  /** The first that was chosen: all are in the same place. */
  from: Document;
  /** The dialog for a new folder, above this one. */
  creating: ReturnType<typeof useDialog<Target>>;
  onClose(): void;
}

function FolderChoice({ chosen, from, creating, onClose }: FolderChoiceProps) {
  const { account } = from;
  const [path, setPath] = useState<readonly Step[]>([startOf(from)]);
  const here = path.at(-1)!;
  const { data, isPending } = useQuery(foldersQuery(account.id, here.id));
  const { mutate: move, isPending: moving } = useMutation(moveDocuments);
  const ids = new Set(chosen.map(({ id }) => id));
  // A folder can’t be moved into itself.
  const folders = data?.data.filter(({ id }) => !ids.has(id)) ?? [];
  const left = (data?.pagination.total ?? 0) - (data?.data.length ?? 0);
  const stays = chosen.every(({ parent_id }) => parent_id === here.id);
  const submit = () =>
    move(
      { chosen, folderId: here.id },
      {
        onSuccess: () => {
          toast.success(`Moved to ${here.name}`);
          onClose();
        },
      },
    );
  return (
    <>
      <Breadcrumbs separatorMargin={6} separator={<IconChevronRight size={14} aria-hidden />} className={classes.path}>
        {path.map((step, index) => (
          <UnstyledButton
            key={step.id ?? 'top'}
            className={classes.step}
            disabled={index === path.length - 1}
            onClick={() => setPath(path.slice(0, index + 1))}
          >
            {step.name}
          </UnstyledButton>
        ))}
      </Breadcrumbs>
      <div className={classes.list}>
        {isPending ? <Skeleton height={36} /> : null}
        {folders.map(({ id, name }) => (
          <UnstyledButton key={id} className={classes.folder} onClick={() => setPath([...path, { id, name }])}>
            <DocumentIcon type="folder" size={24} />
            <span className={classes.name}>{name}</span>
            <IconChevronRight size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        ))}
        {!isPending && folders.length === 0 ? <Text c="dimmed">No folders here yet.</Text> : null}
        {left > 0 ? <Text c="dimmed">and {count(left, 'folder')} more</Text> : null}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="subtle"
          me="auto"
          leftSection={<IconFolderPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => creating.open({ folderId: here.id, accountId: account.id, name: here.name })}
        >
          New folder
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={stays} loading={moving} onClick={submit}>
          Move here
        </Button>
      </Group>
      {creating.item ? (
        <NewFolderDialog
          opened={creating.opened}
          target={creating.item}
          onCreated={({ id, name }) => setPath([...path, { id, name }])}
          onClose={creating.close}
        />
      ) : null}
    </>
  );
}

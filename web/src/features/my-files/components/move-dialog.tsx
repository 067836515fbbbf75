import { Breadcrumbs, Button, Group, Select, Text, UnstyledButton } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { IconChevronRight, IconFolderPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { type MovePlace, placeAround } from '../move-places.ts';
import { useRelocate } from '../relocation/relocation.tsx';
import type { Target } from '../upload-item.ts';
import classes from './move-dialog.module.css';
import { FolderList, PlaceList } from './move-lists.tsx';
import { NewFolderDialog } from './name-dialog.tsx';

type Policy = 'rename' | 'replace' | 'skip';

/** Every document of a list, of which the chosen ones are a page. */
export interface Everything {
  total: number;
  relocate(
    mode: 'move' | 'copy',
    target: { parent_id: string | null; account_id: string; on_conflict: Policy },
  ): Promise<unknown>;
}

const policies: { value: Policy; label: string }[] = [
  { value: 'rename', label: 'Keep both' },
  { value: 'replace', label: 'Replace' },
  { value: 'skip', label: 'Skip' },
];

interface MoveDialogProps extends DialogProps {
  chosen: readonly Document[];
  everything?: Everything | undefined;
  /** Undefined while they are loading. */
  places: readonly MovePlace[] | undefined;
  placesFailed: boolean;
  onReload(): void;
}

interface Step {
  folderId: string | null;
  accountId: string;
  name: string;
}

/** Moves or copies the chosen documents to another folder, of their place or of any other. */
export function MoveDialog({ opened, chosen, onClose, ...others }: MoveDialogProps) {
  const creating = useDialog<Target>();
  const { everything } = others;
  const named = chosen.length === 1 ? `“${chosen[0]!.name}”` : count(chosen.length, 'item');
  const what = everything ? count(everything.total, 'document') : named;
  return (
    <Modal opened={opened} onClose={onClose} closeOnEscape={!creating.opened} size={540} title={`Move ${what}`}>
      {chosen[0] ? (
        <FolderChoice chosen={chosen} from={chosen[0]} creating={creating} onClose={onClose} {...others} />
      ) : null}
    </Modal>
  );
}

interface FolderChoiceProps extends Omit<MoveDialogProps, 'opened'> {
  /** The first chosen document: all are in the same place. */
  from: Document;
  /** The dialog for a new folder, above this one. */
  creating: ReturnType<typeof useDialog<Target>>;
}

function FolderChoice(props: FolderChoiceProps) {
  const { chosen, everything, from, creating, places, placesFailed, onReload, onClose } = props;
  const { account } = from;
  /** The open folder; empty: all places are listed. */
  const [path, setPath] = useState<readonly Step[]>([placeAround(from)]);
  const [asked, setAsked] = useState<'move' | 'copy'>();
  const list = useRef<HTMLDivElement>(null);
  const relocate = useRelocate();
  const [policy, setPolicy] = useState<Policy>('rename');
  const { mutate: relocateAll } = useMutation({
    mutationFn: ({ mode, to: { folderId, accountId } }: { mode: 'move' | 'copy'; to: Step }) =>
      everything!.relocate(mode, { parent_id: folderId, account_id: accountId, on_conflict: policy }),
    // The tray shows the progress.
    onSuccess: onClose,
    onError: () => setAsked(undefined),
  });
  const here = path.at(-1);
  const isElsewhere = here !== undefined && here.accountId !== account.id;
  const place = places?.find(({ folderId, accountId }) => folderId === here?.folderId && accountId === here?.accountId);
  const obstacle = place?.obstacle ?? place?.topObstacle;
  const stays = !everything && !isElsewhere && chosen.every(({ parent_id }) => parent_id === here?.folderId);
  const open = (next: readonly Step[]) => {
    setPath(next);
    list.current?.scrollTo(0, 0);
  };
  useFocusWhenLost(list, path);
  const submit = (mode: 'move' | 'copy') => {
    if (!here) return;
    setAsked(mode);
    if (everything) return relocateAll({ mode, to: here });
    const ids = chosen.map(({ id }) => id);
    relocate({ mode, ids, to: here, onTaken: onClose, onRefused: () => setAsked(undefined) });
  };
  const crumbs = [
    { name: 'All places', key: 'all', depth: 0 },
    ...path.map((step, index) => ({ name: step.name, key: keyOf(step), depth: index + 1 })),
  ];
  return (
    <>
      <Breadcrumbs separatorMargin={6} separator={<IconChevronRight size={14} aria-hidden />} className={classes.path}>
        {crumbs.map(({ name, key, depth }) => (
          <UnstyledButton
            key={key}
            className={`ellipsis ${classes.step}`}
            disabled={depth === path.length}
            onClick={() => open(path.slice(0, depth))}
          >
            {name}
          </UnstyledButton>
        ))}
      </Breadcrumbs>
      <div ref={list} className={classes.list} tabIndex={-1}>
        {here ? (
          <FolderList
            key={keyOf(here)}
            accountId={here.accountId}
            folderId={here.folderId}
            // A folder can’t be moved into itself.
            without={everything ? none : chosen}
            onOpen={({ id, name }) => open([...path, { ...here, folderId: id, name }])}
          />
        ) : (
          <PlaceList places={places} failed={placesFailed} onReload={onReload} onOpen={(opened) => open([opened])} />
        )}
      </div>
      {obstacle ? (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {obstacle}
        </Text>
      ) : isElsewhere ? (
        <Text size="sm" c="dimmed" mb="md">
          To another account, this starts a transfer. Originals are moved to the trash once their copies are verified.
        </Text>
      ) : null}
      {everything ? (
        <Select
          label="If a name already exists"
          description="Files that can’t be moved or copied are left out."
          data={policies}
          value={policy}
          onChange={(value) => setPolicy(value as Policy)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          mb="md"
        />
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="subtle"
          me="auto"
          leftSection={<IconFolderPlus size={16} stroke={1.8} aria-hidden />}
          disabled={!here || Boolean(obstacle)}
          onClick={() => here && creating.open(here)}
        >
          New folder
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          disabled={!here || Boolean(obstacle) || asked === 'move'}
          loading={asked === 'copy'}
          onClick={() => submit('copy')}
        >
          Copy here
        </Button>
        <Button
          disabled={!here || Boolean(obstacle) || stays || asked === 'copy'}
          loading={asked === 'move'}
          onClick={() => submit('move')}
        >
          Move here
        </Button>
      </Group>
      {creating.item ? (
        <NewFolderDialog
          opened={creating.opened}
          target={creating.item}
          onCreated={({ id, name }) => here && open([...path, { ...here, folderId: id, name }])}
          onClose={creating.close}
        />
      ) : null}
    </>
  );
}

const none: readonly Document[] = [];

const keyOf = ({ accountId, folderId }: Step): string => folderId ?? accountId;

/** Focuses the list when the pressed entry disappears, so that the Tab key continues from there. */
function useFocusWhenLost(list: RefObject<HTMLElement | null>, path: readonly Step[]): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) list.current?.focus();
    before.current = path;
  }, [list, path]);
}

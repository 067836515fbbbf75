import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { FileMode, SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChosenNodes } from '../../../ui/tree/chosen-nodes.tsx';
import type { Selection } from '../../../ui/tree/tree-rows.ts';
import { previewSettings, saveSettings } from '../api/accounts.ts';
import type { Folder } from '../api/folders.ts';
import { mayRemove } from '../sync-choice.ts';
import { FolderPicker } from './folder-picker.tsx';
import classes from './sync-settings-form.module.css';

const modes: readonly { value: FileMode; name: string; text: string }[] = [
  { value: 'all', name: 'All files', text: 'Everything in this account, now and later.' },
  { value: 'selected', name: 'Chosen folders', text: 'Only these folders, with all that is in them.' },
  { value: 'none', name: 'Nothing', text: 'The account stays connected, without files here.' },
];

export function SyncSettingsForm({ account, onClose }: { account: SourceAccount; onClose(): void }) {
  const id = useId();
  const { settings } = account;
  const [mode, setMode] = useState<FileMode>(settings.file_mode);
  const [selection, setSelection] = useState<Selection<Folder>>(
    () => new Map(settings.file_selected_folders.map((folder) => [folder.id, folder])),
  );
  /** How many documents the choice removes, when that has to be confirmed. */
  const [removes, setRemoves] = useState<number>();
  const preview = useMutation(previewSettings);
  const save = useMutation(saveSettings);

  const folders = mode === 'selected' ? [...selection.values()] : [];
  const choice = { file_mode: mode, chat_mode: 'selected', file_selected_folders: folders } as const;
  const body = { source_account_id: account.id, data: { sync: choice } };
  const incomplete = mode === 'selected' && selection.size === 0;

  const send = () => {
    const onSuccess = () => {
      toast.success('Sync settings saved');
      onClose();
    };
    save.mutate(body, { onSuccess });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (incomplete) return;
    if (!mayRemove(settings, choice)) return send();
    preview.mutate(body, { onSuccess: (count) => (count > 0 ? setRemoves(count) : send()) });
  };
  /** Whoever chooses anew is asked anew. */
  const choose = (change: () => void) => {
    setRemoves(undefined);
    change();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div className={classes.account}>
          <SourceIcon slug={account.slug} size={36} />
          <div className={classes.names}>
            <Text fw={550} truncate>
              {account.name}
            </Text>
            <Text size="xs" c="dimmed">
              {account.source.name}
            </Text>
          </div>
        </div>
        <Radio.Group
          label="Files to sync"
          value={mode}
          onChange={(value) => choose(() => setMode(value))}
          classNames={{ label: classes.label }}
        >
          <div className={classes.modes}>
            {modes.map(({ value, name, text }) => (
              <Radio
                key={value}
                value={value}
                label={name}
                description={text}
                className={classes.mode}
                data-autofocus={value === mode || undefined}
              />
            ))}
          </div>
        </Radio.Group>
        {mode === 'selected' ? (
          <div className={classes.folders}>
            <Text fw={550} id={`${id}-folders`}>
              Folders
            </Text>
            <ChosenNodes
              label="Chosen folders"
              selection={selection}
              onChange={(next) => choose(() => setSelection(next))}
            />
            <FolderPicker
              account={account.id}
              labelledBy={`${id}-folders`}
              selection={selection}
              onChange={(next) => choose(() => setSelection(next))}
            />
          </div>
        ) : null}
        <div className={classes.foot}>
          {removes === undefined ? (
            <Group justify="flex-end" gap="xs">
              {incomplete ? (
                <Text size="xs" c="dimmed" mr="auto">
                  Choose at least one folder.
                </Text>
              ) : null}
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={incomplete} loading={preview.isPending || save.isPending}>
                Save
              </Button>
            </Group>
          ) : (
            <Confirmation
              removes={removes}
              pending={save.isPending}
              onConfirm={send}
              onBack={() => setRemoves(undefined)}
            />
          )}
        </div>
      </Stack>
    </form>
  );
}

interface ConfirmationProps {
  removes: number;
  pending: boolean;
  onConfirm(): void;
  onBack(): void;
}

function Confirmation({ removes, pending, onConfirm, onBack }: ConfirmationProps) {
  return (
    <Alert color="red" variant="light" role="alert">
      <Text>This removes {count(removes, 'document')} from Sheaf; nothing is deleted at the source.</Text>
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button color="red" loading={pending} onClick={onConfirm} autoFocus>
          Remove and save
        </Button>
      </Group>
    </Alert>
  );
}

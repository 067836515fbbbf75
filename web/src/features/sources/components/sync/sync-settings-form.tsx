import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { accountLine, accountTitle } from '../../../../lib/format/account-title.ts';
import { count } from '../../../../lib/format/format.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import { ChosenNodes } from '../../../../ui/tree/chosen-nodes.tsx';
import type { Selection } from '../../../../ui/tree/tree-rows.ts';
import { previewSettings, saveSettings } from '../../api/accounts.ts';
import type { Folder } from '../../api/folders.ts';
import { chatMode, type Mode, mayRemove } from '../../sync-choice.ts';
import { ChannelPicker, FolderPicker } from './folder-picker.tsx';
import { MoreAccess } from './more-access.tsx';
import classes from './sync-settings-form.module.css';

/** The words for accounts of files, and for those of chats and mail. */
const kinds = {
  files: {
    label: 'Files to sync',
    all: { name: 'All files', text: 'Everything in this account, now and later.' },
    selected: { name: 'Chosen folders', text: 'Only these folders and everything in them.' },
    list: 'Folders',
    none: 'Choose at least one folder.',
    Picker: FolderPicker,
  },
  chats: {
    label: 'Conversations to sync',
    all: { name: 'All conversations', text: 'Everything except spam, trash and archived channels, now and later.' },
    selected: { name: 'Chosen conversations', text: 'Only what you choose below.' },
    list: 'Conversations',
    none: 'Choose at least one.',
    Picker: ChannelPicker,
  },
} as const;
const nothing = { name: 'Nothing', text: 'The account stays connected, but nothing is synced.' };

export function SyncSettingsForm({ account, onClose }: { account: SourceAccount; onClose(): void }) {
  const id = useId();
  const { settings } = account;
  const isChats = account.source.holds === 'chats';
  const words = kinds[account.source.holds];
  const [mode, setMode] = useState<Mode>(isChats ? chatMode(settings) : settings.file_mode);
  const [selection, setSelection] = useState<Selection<Folder>>(() => {
    const chosen = isChats ? settings.chat_selected : settings.file_selected_folders;
    return new Map(chosen?.map((folder) => [folder.id, folder]));
  });
  /** How many documents the choice removes, when that has to be confirmed. */
  const [removes, setRemoves] = useState<number>();
  const modes = [
    { value: 'all', ...words.all },
    { value: 'selected', ...words.selected },
    { value: 'none', ...nothing },
  ] as const;
  const preview = useMutation(previewSettings);
  const save = useMutation(saveSettings);

  const chosen = mode === 'selected' ? [...selection.values()].map(({ id, name }) => ({ id, name })) : [];
  const choice = {
    file_mode: isChats ? settings.file_mode : mode,
    chat_mode: 'selected',
    file_selected_folders: isChats ? settings.file_selected_folders : chosen,
    ...(isChats && mode !== 'all' && { chat_selected: chosen }),
  } as const;
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
  /** A changed choice has to be confirmed again. */
  const choose = (change: () => void) => {
    setRemoves(undefined);
    change();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div className="row gap-12">
          <SourceIcon slug={account.slug} size={36} />
          <div className="shrinkable">
            <Text fw={550} truncate>
              {accountTitle(account, account.source)}
            </Text>
            <Text size="xs" c="dimmed">
              {accountLine(account, account.source)}
            </Text>
          </div>
        </div>
        <Radio.Group
          label={words.label}
          value={mode}
          onChange={(value) => choose(() => setMode(value))}
          classNames={{ label: classes.label }}
        >
          <div className="framed lined stack">
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
          <div className="stack gap-8">
            <Text fw={550} id={`${id}-folders`}>
              {words.list}
            </Text>
            <ChosenNodes
              label={words.selected.name}
              selection={selection}
              onChange={(next) => choose(() => setSelection(next))}
            />
            <words.Picker
              account={account.id}
              labelledBy={`${id}-folders`}
              selection={selection}
              onChange={(next) => choose(() => setSelection(next))}
            />
          </div>
        ) : null}
        <MoreAccess account={account} />
        <div className={classes.foot}>
          {removes === undefined ? (
            <Group justify="flex-end" gap="xs">
              {incomplete ? (
                <Text size="xs" c="dimmed" mr="auto">
                  {words.none}
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
      <Text>This removes {count(removes, 'document')} from Sheaf. Nothing is deleted in the app.</Text>
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

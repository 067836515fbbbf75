import { Button, Group, TextInput } from '@mantine/core';
import { transfers } from '@sheaf/contract';
import { IconFolderPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { createDestinationFolder } from '../api/places.ts';
import classes from './new-transfer.module.css';

interface NewFolderProps {
  account: string;
  /** The folder it is created in. */
  parent: string;
  place: string;
  onCreated(folder: { id: string; name: string }): void;
}

/** A button that turns into a field for the name. */
export function NewFolder(props: NewFolderProps) {
  const [opened, setOpened] = useState(false);
  if (opened) return <NewFolderForm {...props} onCancel={() => setOpened(false)} />;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt={8}
      leftSection={<IconFolderPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      New folder in {props.place}
    </Button>
  );
}

const schema = transfers.createFolder.body.pick({ name: true });

function NewFolderForm({ account, parent, place, onCreated, onCancel }: NewFolderProps & { onCancel(): void }) {
  const { mutateAsync } = useMutation(createDestinationFolder);
  const { form, submit, problem } = useApiForm<{ name: string }, { id: string; name: string }>({
    schema,
    initialValues: { name: '' },
    send: ({ name }) => mutateAsync({ account, parent, name: name.trim() }),
    done(folder) {
      toast.success(`Folder “${folder.name}” created`);
      onCreated(folder);
    },
  });
  const field = form.getInputProps('name');
  return (
    <form className={classes.newFolder} noValidate onSubmit={submit}>
      <TextInput
        label={`New folder in ${place}`}
        autoComplete="off"
        autoFocus
        key={form.key('name')}
        {...field}
        error={field.error ?? problem}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={form.submitting}>
          Create
        </Button>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

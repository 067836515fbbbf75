import { Button, Group, Text, TextInput } from '@mantine/core';
import { type SavedSearch, search } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields } from '../../../ui/forms/fields.tsx';
import { renameSaved, saveSearch } from '../api/saved-searches.ts';

interface SavedDialogProps {
  opened: boolean;
  /** The search to save. */
  q: string;
  /** The saved search to rename. */
  saved?: SavedSearch;
  onClose(): void;
}

export function SavedDialog({ opened, onClose, ...form }: SavedDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={form.saved ? 'Rename saved search' : 'Save search'}>
      <SavedForm {...form} onDone={onClose} />
    </Modal>
  );
}

function SavedForm({ q, saved, onDone }: Pick<SavedDialogProps, 'q' | 'saved'> & { onDone(): void }) {
  const { mutateAsync: save } = useFormMutation(saveSearch, { showsProblem: true });
  const { mutateAsync: rename } = useFormMutation(renameSaved, { showsProblem: true });
  const { form, submit, problem } = useApiForm<{ name: string }, SavedSearch>({
    schema: search.save.body.pick({ name: true }),
    initialValues: { name: saved?.name ?? q.slice(0, 60) },
    send: ({ name }) => (saved ? rename({ id: saved.id, name, q }) : save({ name, q })),
    done({ name }) {
      toast.success(saved ? `Renamed to “${name}”` : `Saved as “${name}”. Find it in the menu.`);
      onDone();
    },
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Searches for: {q}
      </Text>
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          {saved ? 'Rename' : 'Save search'}
        </Button>
      </Group>
    </Fields>
  );
}

import { Text } from '@mantine/core';
import { type SavedSearch, search } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { renameSaved, saveSearch } from '../api/saved-searches.ts';

interface SavedDialogProps extends DialogProps {
  /** The search to save. */
  q: string;
  /** The saved search to rename. */
  saved?: SavedSearch;
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
      <TextField of={form} name="name" label="Name" autoComplete="off" data-autofocus />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Searches for: {q}
      </Text>
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
      <FormButtons label={saved ? 'Rename' : 'Save search'} loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}

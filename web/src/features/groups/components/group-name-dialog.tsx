import { type Group, groups } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal, withoutMotion } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { createGroup, renameGroup } from '../api/groups.ts';

interface GroupNameDialogProps extends DialogProps {
  /** The group to rename; left out, a new group is created. */
  group?: Group;
  onCreated(group: Group): void;
}

export function GroupNameDialog({ opened, group, onClose, onCreated }: GroupNameDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={group ? 'Rename group' : 'Create group'}
      transitionProps={withoutMotion}
    >
      <NameForm group={group} onDone={onClose} onCreated={onCreated} />
    </Modal>
  );
}

interface NameFormProps {
  group: Group | undefined;
  onDone(): void;
  onCreated(group: Group): void;
}

function NameForm({ group, onDone, onCreated }: NameFormProps) {
  const { mutateAsync: create } = useFormMutation(createGroup);
  const { mutateAsync: rename } = useFormMutation(renameGroup);
  const { form, submit } = useApiForm<{ name: string }, Group>({
    schema: groups.create.body,
    initialValues: { name: group?.name ?? '' },
    send: ({ name }) => (group ? rename({ id: group.id, name: name.trim() }) : create(name.trim())),
    done(saved) {
      onDone();
      if (group) toast.success('Group saved');
      else onCreated(saved);
    },
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Name" autoComplete="off" data-autofocus />
      <FormButtons label={group ? 'Save' : 'Create'} loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}

import { Button, Group as Row, TextInput } from '@mantine/core';
import { type Group, groups } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { withoutMotion } from '../../../ui/dialogs/modal-without-motion.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields } from '../../../ui/forms/fields.tsx';
import { createGroup, renameGroup } from '../api/groups.ts';

interface GroupNameDialogProps {
  opened: boolean;
  /** The group to rename; without one a new group is made. */
  group?: Group;
  onClose(): void;
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
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Row justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          {group ? 'Save' : 'Create'}
        </Button>
      </Row>
    </Fields>
  );
}

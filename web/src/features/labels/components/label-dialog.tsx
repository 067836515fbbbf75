import { Button, Group, TextInput } from '@mantine/core';
import { type Label, labels } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields } from '../../../ui/forms/fields.tsx';
import { createLabel, updateLabel } from '../api/labels.ts';
import { Swatches } from './swatches.tsx';

interface LabelDialogProps {
  opened: boolean;
  /** The label to change; without one a new label is made. */
  label?: Label;
  /** The field that gets the focus. */
  focus?: 'name' | 'color';
  onClose(): void;
}

export function LabelDialog({ opened, onClose, ...form }: LabelDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={form.label ? 'Edit label' : 'Create label'}>
      <LabelForm {...form} onDone={onClose} />
    </Modal>
  );
}

function LabelForm({ label, focus = 'name', onDone }: Pick<LabelDialogProps, 'label' | 'focus'> & { onDone(): void }) {
  const { mutateAsync: create } = useFormMutation(createLabel);
  const { mutateAsync: update } = useFormMutation(updateLabel);
  const { form, submit } = useApiForm<{ name: string; color: string }, Label>({
    schema: labels.create.body,
    initialValues: { name: label?.name ?? '', color: label?.color ?? '' },
    send: ({ name, color }) =>
      label
        ? update({ id: label.id, name: name.trim(), color: color as Label['color'] })
        : create({ body: { name, color } }),
    done({ name }) {
      toast.success(label ? 'Label saved' : `Label “${name}” created`);
      onDone();
    },
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus={focus === 'name' || undefined}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Swatches label="Color" autoFocus={focus === 'color'} key={form.key('color')} {...form.getInputProps('color')} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          {label ? 'Save' : 'Create'}
        </Button>
      </Group>
    </Fields>
  );
}

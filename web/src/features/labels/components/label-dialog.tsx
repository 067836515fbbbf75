import { type Label, labels } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { createLabel, updateLabel } from '../api/labels.ts';
import { Swatches } from './swatches.tsx';

interface LabelDialogProps extends DialogProps {
  /** The label to change; left out, a new label is created. */
  label?: Label;
  /** The field that gets the focus. */
  focus?: 'name' | 'color';
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
      <TextField of={form} name="name" label="Name" autoComplete="off" data-autofocus={focus === 'name' || undefined} />
      <Swatches label="Color" autoFocus={focus === 'color'} key={form.key('color')} {...form.getInputProps('color')} />
      <FormButtons label={label ? 'Save' : 'Create'} loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}

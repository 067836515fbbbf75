import { Text, TextInput } from '@mantine/core';
import { limits, type Organization } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { exitOrganization } from '../../../lib/session/change-organization.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { deleteOrganization } from '../api/change-organization.ts';

interface DeleteDialogProps extends DialogProps {
  organization: Organization;
}

export function DeleteDialog({ opened, onClose, organization }: DeleteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Delete ${organization.name}?`}>
      <DeleteForm organization={organization} onCancel={onClose} />
    </Modal>
  );
}

function DeleteForm({ organization, onCancel }: { organization: Organization; onCancel(): void }) {
  const { id, name } = organization;
  const [typed, setTyped] = useState('');
  const { mutate, isPending, isSuccess } = useMutation(deleteOrganization);
  const same = typed.trim() === name.trim();
  const remove = () => {
    if (!same) return;
    const onSuccess = () =>
      exitOrganization(`${name} was deleted. You can restore it for ${limits.deletedWorkspaceDays} days.`);
    mutate(id, { onSuccess });
  };
  return (
    <Fields
      onSubmit={(event) => {
        event.preventDefault();
        remove();
      }}
    >
      <Text>
        All members lose access right away. For {limits.deletedWorkspaceDays} days, an owner can restore the workspace
        under ‘Add organization’ in the profile menu. After that, it’s deleted for good with all its data. Access to
        connected apps is removed now. After a restore, members reconnect them.
      </Text>
      <TextInput
        label={
          <>
            Type <strong>{name}</strong> to confirm
          </>
        }
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormButtons
        label="Delete workspace"
        color="red"
        disabled={!same}
        loading={isPending || isSuccess}
        onCancel={onCancel}
      />
    </Fields>
  );
}

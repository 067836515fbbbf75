import { type SourceAccount, sources } from '@sheaf/contract';
import { useApiForm } from '../../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../../lib/api/use-form-mutation.ts';
import { accountText } from '../../../../lib/format/account-title.ts';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../../ui/forms/form-buttons.tsx';
import { renameAccount } from '../../api/accounts.ts';

interface RenameAccountDialogProps extends DialogProps {
  account: SourceAccount | undefined;
}

export function RenameAccountDialog({ account, opened, onClose }: RenameAccountDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rename account">
      {account ? <RenameForm key={account.id} account={account} onDone={onClose} /> : null}
    </Modal>
  );
}

function RenameForm({ account, onDone }: { account: SourceAccount; onDone(): void }) {
  const { mutateAsync } = useFormMutation(renameAccount);
  const { form, submit } = useApiForm<{ display_name: string }, SourceAccount>({
    schema: sources.rename.body,
    initialValues: { display_name: account.display_name ?? '' },
    send: ({ display_name }) => mutateAsync({ id: account.id, display_name }),
    done() {
      toast.success('Account renamed');
      onDone();
    },
  });
  const plain = accountText({ ...account, display_name: null }, account.source);
  return (
    <Fields onSubmit={submit}>
      <TextField
        of={form}
        name="display_name"
        label="Name"
        description={`For ${plain}. Only you see this name.`}
        placeholder={account.source.name}
        autoComplete="off"
        data-autofocus
      />
      <FormButtons label="Rename" loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}

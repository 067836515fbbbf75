import { type Document, documents } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { createFolder, renameDocument } from '../api/arrange.ts';
import type { Target } from '../upload-item.ts';

interface NewFolderDialogProps extends DialogProps {
  target: Target;
  onCreated?(folder: Document): void;
}

export function NewFolderDialog({ opened, target, onCreated, onClose }: NewFolderDialogProps) {
  const { mutateAsync } = useMutation(createFolder);
  return (
    <Modal opened={opened} onClose={onClose} title={`New folder in ${target.name}`}>
      <NameForm
        name=""
        button="Create"
        send={(name) => mutateAsync({ name, parent_id: target.folderId, account_id: target.accountId })}
        onDone={(folder) => {
          toast.success(`Folder “${folder.name}” created`);
          onCreated?.(folder);
          onClose();
        }}
        onCancel={onClose}
      />
    </Modal>
  );
}

export function RenameDialog({ opened, item, onClose }: DialogProps & { item: Document }) {
  const { mutateAsync } = useMutation(renameDocument);
  return (
    <Modal opened={opened} onClose={onClose} title={item.type === 'folder' ? 'Rename folder' : 'Rename file'}>
      <NameForm
        name={item.name}
        button="Rename"
        send={(name) => mutateAsync({ id: item.id, name })}
        onDone={onClose}
        onCancel={onClose}
      />
    </Modal>
  );
}

interface NameFormProps {
  name: string;
  button: string;
  send(name: string): Promise<Document>;
  onDone(document: Document): void;
  onCancel(): void;
}

const schema = documents.createFolder.body.pick({ name: true });

function NameForm({ name, button, send, onDone, onCancel }: NameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { form, submit } = useApiForm<{ name: string }, Document>({
    schema,
    initialValues: { name },
    send: (values) => send(values.name.trim()),
    done: onDone,
  });
  // Selects the name without the extension, which people rarely change.
  useEffect(() => {
    const dot = name.lastIndexOf('.');
    field.current?.setSelectionRange(0, dot > 0 ? dot : name.length);
  }, [name]);
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" ref={field} label="Name" autoComplete="off" data-autofocus />
      <FormButtons label={button} loading={form.submitting} onCancel={onCancel} />
    </Fields>
  );
}

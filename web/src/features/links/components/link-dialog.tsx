import type { PublicLink } from '@sheaf/contract';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { LinkForm } from './link-form.tsx';

interface LinkDialogProps extends DialogProps {
  document: { id: string; name: string };
  /** The link to change; null: a new one is created. */
  link: PublicLink | null;
}

export function LinkDialog({ opened, document, link, onClose }: LinkDialogProps) {
  const done = () => {
    toast.success(link ? 'Public link changed' : 'Public link created');
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={link ? `Change the public link to “${document.name}”` : `Create a public link to “${document.name}”`}
    >
      <LinkForm documentId={document.id} link={link} onCancel={onClose} onDone={done} />
    </Modal>
  );
}

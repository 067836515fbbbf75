import type { User } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../ui/feedback/toast.ts';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { PictureEditor } from '../../../ui/pictures/picture-editor.tsx';
import { changeAvatar } from '../api/profile.ts';

/** Saves the picture immediately; the name next to it has its own form. */
export function AvatarEditor({ user }: { user: User }) {
  const { mutate, isPending } = useMutation(changeAvatar);
  const save = (picture: Blob | null) => {
    const onSuccess = () => toast.success(picture ? 'Picture saved' : 'Picture removed');
    mutate(picture, { onSuccess });
  };
  return (
    <PictureEditor what="picture" shape="round" present={user.avatar !== null} pending={isPending} onSave={save}>
      <PersonAvatar person={user} size={72} />
    </PictureEditor>
  );
}

import type { User } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { PictureEditor } from '../../../ui/picture-editor.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateProfile } from '../api/profile.ts';

/** Changes the picture at once; the name beside it is saved on its own. */
export function AvatarEditor({ user }: { user: User }) {
  const { mutate, isPending } = useMutation(updateProfile);
  const save = (avatar: string | null) => {
    const onSuccess = () => toast.success(avatar ? 'Picture saved' : 'Picture removed');
    mutate({ body: { name: user.name, avatar } }, { onSuccess });
  };
  return (
    <PictureEditor what="picture" shape="round" present={user.avatar !== null} pending={isPending} onSave={save}>
      <PersonAvatar person={user} size={72} />
    </PictureEditor>
  );
}

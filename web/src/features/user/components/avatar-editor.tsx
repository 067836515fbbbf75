import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { User } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateProfile } from '../api/profile.ts';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

/** Changes the picture at once; the name beside it is saved on its own. */
export function AvatarEditor({ user }: { user: User }) {
  const [picture, setPicture] = useState<{ file: File; url: string }>();
  const { mutate, isPending } = useMutation(updateProfile);

  const choose = (file: File | null) => {
    if (file) setPicture({ file, url: URL.createObjectURL(file) });
  };
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.url);
    setPicture(undefined);
  };
  const save = (avatar: string | null) => {
    close();
    const onSuccess = () => toast.success(avatar ? 'Picture saved' : 'Picture removed');
    mutate({ body: { name: user.name, avatar } }, { onSuccess });
  };

  return (
    <Group gap="md" wrap="nowrap">
      <PersonAvatar person={user} size={72} />
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/webp,image/gif,image/avif" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={isPending}>
                {user.avatar ? 'Change picture' : 'Upload picture'}
              </Button>
            )}
          </FileButton>
          {user.avatar ? (
            <Button variant="subtle" color="gray" size="xs" disabled={isPending} onClick={() => save(null)}>
              Remove
            </Button>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          A square part of a PNG, JPEG, WebP, GIF or AVIF file. Without a picture your initials are shown.
        </Text>
      </Stack>
      {picture ? (
        <Suspense>
          <CropDialog {...picture} onClose={close} onCropped={save} />
        </Suspense>
      ) : null}
    </Group>
  );
}

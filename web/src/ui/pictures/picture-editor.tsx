import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

interface PictureEditorProps {
  /** The current picture. */
  children: ReactNode;
  /** The word for the picture on the buttons. */
  what: 'picture' | 'logo';
  shape: 'round' | 'rect';
  /** Whether there is a picture to remove. */
  present: boolean;
  pending: boolean;
  /** The new square picture; null removes it. */
  onSave(picture: Blob | null): void;
}

/** Uploads, crops and removes a picture, each at once, without a form around it. */
export function PictureEditor({ children, what, shape, present, pending, onSave }: PictureEditorProps) {
  const [chosen, setChosen] = useState<{ file: File; url: string }>();

  const choose = (file: File | null) => {
    if (file) setChosen({ file, url: URL.createObjectURL(file) });
  };
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.url);
    setChosen(undefined);
  };
  const save = (picture: Blob | null) => {
    close();
    onSave(picture);
  };

  return (
    <Group gap="md" wrap="nowrap">
      {children}
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/webp,image/gif,image/avif" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={pending}>
                {present ? `Change ${what}` : `Upload ${what}`}
              </Button>
            )}
          </FileButton>
          {present ? (
            <Button variant="subtle" color="gray" size="xs" disabled={pending} onClick={() => save(null)}>
              Remove
            </Button>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          PNG, JPEG, WebP, GIF or AVIF, cropped to a square. Without a {what}, initials are shown.
        </Text>
      </Stack>
      {chosen ? (
        <Suspense>
          <CropDialog {...chosen} shape={shape} onClose={close} onCropped={save} />
        </Suspense>
      ) : null}
    </Group>
  );
}

import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Modal } from '../dialogs/modal.tsx';
import { toast } from '../feedback/toast.ts';
import classes from './crop-dialog.module.css';
import { cropSquare } from './crop-square.ts';

interface CropDialogProps {
  file: File;
  /** The address at which the browser shows the file. */
  url: string;
  /** The shape in which the picture will be shown. */
  shape: 'round' | 'rect';
  onClose(): void;
  /** The chosen square. */
  onCropped(picture: Blob): void;
}

export function CropDialog({ file, url, shape, onClose, onCropped }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();

  const unreadable = () => {
    toast.error('Couldn’t read this file as an image. Choose another one.');
    onClose();
  };
  const save = async () => {
    if (area) await cropSquare(file, area).then(onCropped, unreadable);
  };

  return (
    <Modal opened onClose={onClose} title="Choose the part to show">
      <Stack gap="md">
        <div className={classes.stage}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape={shape}
            showGrid={false}
            keyboardStep={8}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '', onError: unreadable }}
            cropperProps={{
              'aria-label': 'Part of the picture to show. Move it with the arrow keys.',
              role: 'group',
            }}
          />
        </div>
        <div>
          <Text size="sm" fw={550} mb={6}>
            Zoom
          </Text>
          <Slider value={zoom} onChange={setZoom} min={1} max={3} step={0.05} label={null} thumbLabel="Zoom" />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save} disabled={!area}>
            Save picture
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

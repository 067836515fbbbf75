import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
  type ModalRootProps,
} from '@mantine/core';
import { FocusContent } from './focus-content.tsx';
import { useLayer } from './layers.ts';

/** What every dialog is given. */
export interface DialogProps {
  opened: boolean;
  onClose(): void;
}

/** Mantine's dialogs, each above the one that opened it. No other file imports them from Mantine. */
export const Modal = Object.assign(
  ({ children, ...props }: ModalProps) => {
    const layer = useLayer(props);
    return (
      <MantineModal {...props} {...layer}>
        {children}
        <FocusContent dialog={layer.id} />
      </MantineModal>
    );
  },
  {
    Root: (props: ModalRootProps) => <MantineModal.Root {...props} {...useLayer(props)} />,
    Overlay: MantineModal.Overlay,
    Content: MantineModal.Content,
    Header: MantineModal.Header,
    Title: MantineModal.Title,
    CloseButton: MantineModal.CloseButton,
    Body: MantineModal.Body,
  },
);

export function Drawer({ children, ...props }: DrawerProps) {
  const layer = useLayer(props);
  return (
    <MantineDrawer {...props} {...layer}>
      {children}
      <FocusContent dialog={layer.id} />
    </MantineDrawer>
  );
}

import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
  type ModalRootProps,
} from '@mantine/core';
import { FocusContent } from './focus-content.tsx';
import { useLayer } from './layers.ts';

/** The properties of every dialog. */
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

/**
 * For dialogs with a dropdown that extends past their edge: the default transition leaves a transform on the dialog,
 * and that clips the dropdown.
 */
export const withoutMotion = { transition: 'fade' } as const;

export function Drawer({ children, ...props }: DrawerProps) {
  const layer = useLayer(props);
  return (
    <MantineDrawer {...props} {...layer}>
      {children}
      <FocusContent dialog={layer.id} />
    </MantineDrawer>
  );
}

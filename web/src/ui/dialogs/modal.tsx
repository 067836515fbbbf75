import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
  type ModalRootProps,
} from '@mantine/core';
import { useLayer } from './layers.ts';

/** Mantine's dialogs, each above the one that opened it. No other file imports them from Mantine. */
export const Modal = Object.assign((props: ModalProps) => <MantineModal {...props} {...useLayer(props)} />, {
  Root: (props: ModalRootProps) => <MantineModal.Root {...props} {...useLayer(props)} />,
  Overlay: MantineModal.Overlay,
  Content: MantineModal.Content,
  Header: MantineModal.Header,
  Title: MantineModal.Title,
  CloseButton: MantineModal.CloseButton,
  Body: MantineModal.Body,
});

export const Drawer = (props: DrawerProps) => <MantineDrawer {...props} {...useLayer(props)} />;

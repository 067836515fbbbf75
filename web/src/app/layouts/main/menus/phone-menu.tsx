import { ActionIcon, Space } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { LabelBlock } from '../../../../features/labels/components/label-block.tsx';
import { SavedSearches } from '../../../../features/search/saved/saved-searches.tsx';
import { Logo } from '../../../../ui/brand/logo.tsx';
import { Drawer } from '../../../../ui/dialogs/modal.tsx';
import { Navigation } from '../navigation.tsx';
import { Places } from '../places.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** The sidebar in a drawer, for narrow windows. */
export function PhoneMenu() {
  const [opened, { open, close }] = useDisclosure();
  const [covered, setCovered] = useState(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size={36} hiddenFrom="sm" aria-label="Open menu" onClick={open}>
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      <Drawer opened={opened} onClose={close} closeOnEscape={!covered} size={272} title={<Logo size={28} />}>
        <WorkspaceMenu onOpened={setCovered} onNavigate={close} />
        <Space h="sm" />
        <Navigation onNavigate={close} />
        <Places onNavigate={close} />
        <SavedSearches onNavigate={close} onDialog={setCovered} />
        <LabelBlock onNavigate={close} onDialog={setCovered} />
      </Drawer>
    </>
  );
}

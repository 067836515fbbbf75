import { Loader, Tabs } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { IconFileOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAbsent } from '../../lib/is-absent.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import type { PassedKey } from '../../viewer/protocol.ts';
import classes from './preview-modal.module.css';
import { ActionsTab } from './tabs/actions-tab.tsx';
import { ActivityTab } from './tabs/activity-tab.tsx';
import { DetailsTab } from './tabs/details-tab.tsx';
import view from './view/view.module.css';
import { ViewTab } from './view/view-tab.tsx';

interface PreviewTabsProps {
  /** Undefined while it is not known, and when it is gone. */
  document: DocumentDetails | undefined;
  query: UseQueryResult<DocumentDetails>;
  onKey(key: PassedKey): void;
  onEnter(id: string): void;
  onDownload(): void;
  renderSwitchCloud?(document: DocumentDetails): ReactNode;
}

export function PreviewTabs({
  document: shown,
  query,
  onKey,
  onEnter,
  onDownload,
  renderSwitchCloud,
}: PreviewTabsProps) {
  const panels: Record<string, (document: DocumentDetails) => ReactNode> = {
    view: (document) => (
      <ViewTab key={document.id} document={document} onKey={onKey} onEnter={onEnter} onDownload={onDownload} />
    ),
    details: (document) => <DetailsTab document={document} />,
    activity: (document) => <ActivityTab document={document} />,
    actions: (document) => (
      <ActionsTab key={document.id} document={document} switchCloud={renderSwitchCloud?.(document)} />
    ),
  };
  return Object.entries(panels).map(([name, panel]) => (
    <Tabs.Panel key={name} value={name} className={classes.panel}>
      {shown ? panel(shown) : <NotThere query={query} />}
    </Tabs.Panel>
  ));
}

function NotThere({ query: { isPending, error, refetch } }: { query: UseQueryResult<DocumentDetails> }) {
  return (
    <div className={view.state}>
      {isPending ? (
        <Loader size="sm" aria-label="Loading" />
      ) : isAbsent(error) ? (
        <EmptyState icon={IconFileOff} title="No such document">
          It was deleted, or it is no longer shared with you.
        </EmptyState>
      ) : (
        <LoadFailed what="this document" retry={() => void refetch()} />
      )}
    </div>
  );
}

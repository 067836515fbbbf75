import { Loader, Tabs } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { IconFileOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAbsent } from '../../lib/api/http.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import type { Mark, PassedKey } from '../../viewer/protocol.ts';
import classes from './preview-modal.module.css';
import { ActionsTab } from './tabs/actions-tab.tsx';
import { ActivityTab } from './tabs/activity-tab.tsx';
import { DetailsTab } from './tabs/details-tab.tsx';
import view from './view/view.module.css';
import { ViewTab } from './view/view-tab.tsx';

interface PreviewTabsProps {
  /** Undefined while it is loading, and if it is gone. */
  document: DocumentDetails | undefined;
  query: UseQueryResult<DocumentDetails>;
  mark: Mark | null;
  isMarkKnown: boolean;
  onKey(key: PassedKey): void;
  onEnter(id: string): void;
  onDownload(): void;
  onSave(id: string): void;
  renderSwitchCloud?(document: DocumentDetails): ReactNode;
  /** Shown in place of a document that can’t be seen. */
  absent?: ReactNode;
}

export function PreviewTabs({
  document: shown,
  query,
  mark,
  isMarkKnown,
  onKey,
  onEnter,
  onDownload,
  onSave,
  renderSwitchCloud,
  absent,
}: PreviewTabsProps) {
  const panels: Record<string, (document: DocumentDetails) => ReactNode> = {
    view: (document) =>
      isMarkKnown ? (
        <ViewTab
          key={document.id}
          document={document}
          mark={mark}
          onKey={onKey}
          onEnter={onEnter}
          onDownload={onDownload}
          onSave={onSave}
        />
      ) : (
        <Waiting />
      ),
    details: (document) => <DetailsTab document={document} />,
    activity: (document) => <ActivityTab document={document} />,
    actions: (document) => (
      <ActionsTab key={document.id} document={document} switchCloud={renderSwitchCloud?.(document)} />
    ),
  };
  return Object.entries(panels).map(([name, panel]) => (
    <Tabs.Panel key={name} value={name} className={classes.panel}>
      {shown ? panel(shown) : <DocumentMissing query={query} absent={absent} />}
    </Tabs.Panel>
  ));
}

function Waiting() {
  return (
    <div className={view.state}>
      <Loader size="sm" aria-label="Loading" />
    </div>
  );
}

interface DocumentMissingProps {
  query: UseQueryResult<DocumentDetails>;
  absent: ReactNode;
}

function DocumentMissing({ query: { isPending, error, refetch }, absent }: DocumentMissingProps) {
  if (isPending) return <Waiting />;
  return (
    <div className={view.state}>
      {isAbsent(error) ? (
        (absent ?? (
          <EmptyState icon={IconFileOff} title="Document not found">
            It was deleted, or it’s no longer shared with you.
          </EmptyState>
        ))
      ) : (
        <LoadFailed what="this document" retry={() => void refetch()} />
      )}
    </div>
  );
}

import { Button, Group } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import {
  type Icon,
  IconCloudDownload,
  IconDownload,
  IconExternalLink,
  IconFileAlert,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { webAddress } from '../../../viewer/protocol.ts';
import classes from './view.module.css';

interface StateCardProps {
  icon?: Icon;
  title: string;
  document: DocumentDetails;
  onDownload(): void;
  onRetry?: (() => void) | undefined;
  children: ReactNode;
}

/** Shown in place of a file that cannot be shown: the reason, and other ways to open it. */
export function StateCard({ icon = IconFileAlert, title, document, onDownload, onRetry, children }: StateCardProps) {
  const address = webAddress(document.web_url);
  return (
    <div className={classes.state}>
      <EmptyState
        icon={icon}
        title={title}
        action={
          <Group gap="xs" justify="center">
            {onRetry ? (
              <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
                Try again
              </Button>
            ) : null}
            {document.local_path ? (
              <Button leftSection={<IconDownload size={16} />} onClick={onDownload}>
                Download this file
              </Button>
            ) : null}
            {address ? <OpenAtSource address={address} source={document.source.name} /> : null}
          </Group>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

export function OpenAtSource({ address, source }: { address: string; source: string }) {
  return (
    <Button
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={16} />}
    >
      Open in {source}
    </Button>
  );
}

/** The content is being fetched; the query behind this polls. */
export function PendingCard(props: Pick<StateCardProps, 'document' | 'onDownload'>) {
  return (
    <StateCard icon={IconCloudDownload} title="Getting this file" {...props}>
      <span role="status">
        Sheaf is getting this file from {props.document.source.name}. It appears here as soon as it arrives.
      </span>
    </StateCard>
  );
}

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
import { EmptyState } from '../../../ui/empty-state.tsx';
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

/** Stands where a file cannot be shown: why, and how to get at it anyway. */
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

/** The bytes are on their way; what shows this asks again by itself. */
export function PendingCard(props: Pick<StateCardProps, 'document' | 'onDownload'>) {
  return (
    <StateCard icon={IconCloudDownload} title="On its way" {...props}>
      <span role="status">
        The content is being fetched from {props.document.source.name}, before anything else. It appears here as soon as
        it has arrived.
      </span>
    </StateCard>
  );
}

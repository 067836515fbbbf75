import { ActionIcon, Button, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Document, DocumentDetails } from '@sheaf/contract';
import { type Icon, IconDownload, IconShare } from '@tabler/icons-react';
import { DocumentIcon } from '../../ui/document-icon.tsx';
import classes from './preview-modal.module.css';

interface PreviewHeaderProps {
  document: DocumentDetails | undefined;
  /** What the list knows of it, until it is there. */
  expected: Pick<Document, 'name' | 'type'> | undefined;
  failed: boolean;
  onDownload(): void;
  /** Left out where one may not. */
  onShare: (() => void) | undefined;
}

export function PreviewHeader({ document, expected, failed, onDownload, onShare }: PreviewHeaderProps) {
  const known = document ?? (failed ? undefined : expected);
  const name = known?.name ?? (failed ? 'No such document' : 'Loading');
  return (
    <Modal.Header className={classes.header} role="none">
      {known ? <DocumentIcon type={known.type} /> : <Skeleton width={28} height={28} />}
      <Modal.Title className={classes.title} title={name}>
        {name}
      </Modal.Title>
      {onShare ? <HeaderButton label="Share" icon={IconShare} variant="default" onClick={onShare} /> : null}
      {document?.local_path ? (
        <HeaderButton label="Download" icon={IconDownload} variant="filled" onClick={onDownload} />
      ) : null}
      <Modal.CloseButton aria-label="Close" data-autofocus />
    </Modal.Header>
  );
}

interface HeaderButtonProps {
  label: string;
  icon: Icon;
  variant: 'default' | 'filled';
  onClick(): void;
}

/** Only a picture where there is little room. */
function HeaderButton({ label, icon: Picture, variant, onClick }: HeaderButtonProps) {
  const narrow = useMediaQuery('(max-width: 48em)');
  return narrow ? (
    <ActionIcon variant={variant} size={36} aria-label={label} onClick={onClick}>
      <Picture size={18} stroke={1.8} />
    </ActionIcon>
  ) : (
    <Button variant={variant} size="sm" leftSection={<Picture size={16} stroke={1.8} />} onClick={onClick}>
      {label}
    </Button>
  );
}

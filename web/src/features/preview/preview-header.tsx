import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Document, DocumentDetails } from '@sheaf/contract';
import {
  type Icon,
  IconDownload,
  IconExternalLink,
  IconLink,
  IconMessageCircle,
  IconShare,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { DocumentIcon } from '../../ui/documents/document-icon.tsx';
import { webAddress } from '../../viewer/protocol.ts';
import classes from './preview-modal.module.css';

interface PreviewHeaderProps {
  document: DocumentDetails | undefined;
  /** The document as listed, until its details are loaded. */
  expected: Pick<Document, 'name' | 'type'> | undefined;
  failed: boolean;
  onDownload(): void;
  onStar: (() => void) | undefined;
  onCopyLink: (() => void) | undefined;
  onAsk: (() => void) | undefined;
  /** Undefined if the person may not share it. */
  onShare: (() => void) | undefined;
}

export function PreviewHeader(props: PreviewHeaderProps) {
  const { document, expected, failed, onDownload, onStar, onCopyLink, onAsk, onShare } = props;
  const known = document ?? (failed ? undefined : expected);
  const address = webAddress(document?.web_url ?? null);
  const name = known?.name ?? (failed ? 'Document not available' : 'Loading');
  // More buttons would leave no room for the name on a phone.
  const isCrowded = [onStar, onCopyLink, address, onAsk, onShare, document?.local_path].filter(Boolean).length > 3;
  return (
    <Modal.Header className={`row gap-8 rigid ${classes.header}`} role="none" data-crowded={isCrowded || undefined}>
      {known ? <DocumentIcon type={known.type} /> : failed ? null : <Skeleton width={28} height={28} />}
      <Modal.Title className={`ellipsis ${classes.title}`} title={name}>
        {name}
      </Modal.Title>
      <div className={classes.actions}>
        {onStar && document ? <StarButton starred={document.starred} onClick={onStar} /> : null}
        {onCopyLink ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label="Copy link"
            title="Copy link"
            onClick={onCopyLink}
          >
            <IconLink size={18} stroke={1.8} />
          </ActionIcon>
        ) : null}
        {address && document ? <OpenLink address={address} label={`Open in ${document.source.name}`} /> : null}
        {onAsk ? (
          <HeaderButton
            label="Ask"
            title="Ask about this document"
            icon={IconMessageCircle}
            variant="default"
            onClick={onAsk}
          />
        ) : null}
        {onShare ? <HeaderButton label="Share" icon={IconShare} variant="default" onClick={onShare} /> : null}
        {document?.local_path ? (
          <HeaderButton label="Download" icon={IconDownload} variant="filled" onClick={onDownload} />
        ) : null}
      </div>
      <Modal.CloseButton aria-label="Close" className={classes.close} data-autofocus />
    </Modal.Header>
  );
}

function StarButton({ starred, onClick }: { starred: boolean; onClick(): void }) {
  const label = starred ? 'Remove star' : 'Add star';
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={onClick}>
      {starred ? <IconStarFilled size={18} className={classes.star} /> : <IconStar size={18} stroke={1.8} />}
    </ActionIcon>
  );
}

/** Opens the document at its source, in another tab. */
function OpenLink({ address, label }: { address: string; label: string }) {
  const narrow = useMediaQuery('(max-width: 48em)');
  const link = { component: 'a', href: address, target: '_blank', rel: 'noopener noreferrer' } as const;
  return narrow ? (
    <ActionIcon {...link} variant="default" size={36} aria-label={label}>
      <IconExternalLink size={18} stroke={1.8} />
    </ActionIcon>
  ) : (
    <Button {...link} variant="default" size="sm" leftSection={<IconExternalLink size={16} stroke={1.8} />}>
      {label}
    </Button>
  );
}

interface HeaderButtonProps {
  label: string;
  /** The full text, if the label is short. */
  title?: string;
  icon: Icon;
  variant: 'default' | 'filled';
  onClick(): void;
}

/** Only an icon on narrow windows. */
function HeaderButton({ label, title = label, icon: Picture, variant, onClick }: HeaderButtonProps) {
  const narrow = useMediaQuery('(max-width: 48em)');
  return narrow ? (
    <ActionIcon variant={variant} size={36} aria-label={title} onClick={onClick}>
      <Picture size={18} stroke={1.8} />
    </ActionIcon>
  ) : (
    <Button
      variant={variant}
      size="sm"
      leftSection={<Picture size={16} stroke={1.8} />}
      aria-label={title}
      title={title === label ? undefined : title}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

import { ActionIcon, UnstyledButton } from '@mantine/core';
import { documentType } from '@sheaf/contract';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { isOpen, type UploadItem } from '../upload-item.ts';
import classes from './upload-tray.module.css';

interface UploadRowProps {
  item: UploadItem;
  onOpen(item: UploadItem): void;
  onCancel(item: UploadItem): void;
  onRetry(item: UploadItem): void;
}

export function UploadRow({ item, onOpen, onCancel, onRetry }: UploadRowProps) {
  const { file, path, state, sent, documentId, problem, planProblem } = item;
  const moving = ['sending', 'offline', 'retrying', 'arriving'].includes(state);
  const percent = file.size === 0 ? 0 : Math.min(99, Math.floor((sent / file.size) * 100));
  return (
    <li className={classes.row} data-row data-state={state}>
      <DocumentIcon type={documentType(file.name, file.type)} size={28} />
      <div className={classes.about}>
        {documentId ? (
          <UnstyledButton className={`ellipsis ${classes.name}`} title={path} onClick={() => onOpen(item)}>
            {file.name}
          </UnstyledButton>
        ) : (
          <span className={`ellipsis ${classes.name}`} title={path}>
            {file.name}
          </span>
        )}
        <span className={`dimmed small numeric ${classes.fact}`} title={problem}>
          {factOf(item)}
        </span>
        {planProblem ? (
          <TextLink to="/plans" size="xs" className={classes.plan}>
            See plan
          </TextLink>
        ) : null}
        {moving ? <ProgressBar size={3} label={`Upload of ${file.name}`} percent={percent} /> : null}
      </div>
      {state === 'done' ? <IconCheck size={18} stroke={2} aria-label="Uploaded" className={classes.done} /> : null}
      {state === 'failed' || state === 'cancelled' ? (
        <ActionIcon variant="subtle" color="gray" aria-label={`Retry ${file.name}`} onClick={() => onRetry(item)}>
          <IconRefresh size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
      {isOpen(item) ? (
        <ActionIcon variant="subtle" color="gray" aria-label={`Cancel ${file.name}`} onClick={() => onCancel(item)}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function factOf({ file, target, state, sent, speed, problem }: UploadItem): string {
  const size = formatBytes(file.size);
  switch (state) {
    case 'waiting':
      return `${size} · waiting`;
    case 'sending':
      return `${formatBytes(sent)} of ${size}${speed > 0 ? ` · ${formatBytes(Math.round(speed))}/s` : ''}`;
    case 'offline':
      return 'Waiting for connection';
    case 'retrying':
      return 'Retrying…';
    case 'asking':
      return 'Name already exists';
    case 'arriving':
      return `Uploading to ${target.app}…`;
    case 'done':
      return size;
    case 'skipped':
      return 'Skipped: name already exists';
    case 'failed':
      return problem ?? 'Failed';
    case 'cancelled':
      return 'Canceled';
  }
}

import { Tooltip } from '@mantine/core';
import type { Label } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDocumentDrop } from '../../../ui/documents/use-document-drop.ts';
import side from '../../../ui/navigation/side-links.module.css';
import { labelsQuery } from '../api/labels.ts';
import classes from './label-block.module.css';
import { FIRST_LABELS } from './label-list.tsx';

interface DropProps {
  onDocuments?(label: Label, ids: string[]): void;
}

/** The labels in the folded menu, as colors only. */
export function LabelRail({ onAdd, onDocuments }: { onAdd(): void } & DropProps) {
  const { data } = useInfiniteQuery(labelsQuery());
  return (
    <nav aria-label="Labels" className={side.folded}>
      {data?.items.slice(0, FIRST_LABELS).map((label) => (
        <LabelDot key={label.id} label={label} onDocuments={onDocuments} />
      ))}
      <Tooltip label="Add label" position="right">
        <button type="button" className={`hoverable ${classes.rail}`} aria-label="Add label" onClick={onAdd}>
          <IconPlus size={20} stroke={1.6} aria-hidden />
        </button>
      </Tooltip>
    </nav>
  );
}

function LabelDot({ label, onDocuments }: { label: Label } & DropProps) {
  const { id, name, color } = label;
  const drop = useDocumentDrop(onDocuments && ((ids) => onDocuments(label, ids)));
  return (
    <Tooltip label={name} position="right">
      <Link
        to="/labels/$id"
        params={{ id }}
        className={`selectable drop-target ${side.link}`}
        aria-label={name}
        {...drop}
      >
        <span className={`centered rigid ${classes.dot}`} style={{ '--dot': color }} aria-hidden />
      </Link>
    </Tooltip>
  );
}

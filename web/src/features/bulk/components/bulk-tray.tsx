import { ActionIcon, Button } from '@mantine/core';
import type { BulkBatch } from '@sheaf/contract';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { bulkQuery, cancelBulk, undoBulk } from '../api/bulk.ts';
import { batchFacts, batchTitle, isOpen, percentOf } from '../batch-text.ts';
import classes from './bulk-tray.module.css';

/** As many as fit on a phone; older ones appear when these are closed. */
const SHOWN = 3;

/** Actions on many documents, on every page of the main area. */
export function BulkTray() {
  const { data } = useQuery(bulkQuery());
  const [closed, setClosed] = useState<ReadonlySet<string>>();
  // Batches that ended before this page was opened are not shown.
  if (data && !closed) setClosed(new Set(data.filter((batch) => !isOpen(batch)).map(({ id }) => id)));
  const shown = data?.filter((batch) => isOpen(batch) || !closed?.has(batch.id)).slice(0, SHOWN) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul className={`lined ${classes.tray}`} data-tray aria-label="Actions in progress">
      {shown.map((batch) => (
        <Batch key={batch.id} batch={batch} onClose={() => setClosed(new Set([...(closed ?? []), batch.id]))} />
      ))}
    </ul>
  );
}

function Batch({ batch, onClose }: { batch: BulkBatch; onClose(): void }) {
  const cancel = useMutation(cancelBulk);
  const undo = useMutation(undoBulk);
  const title = batchTitle(batch);
  return (
    <li className={classes.batch}>
      <div className={classes.line}>
        <div className={`grow stack numeric ${classes.text}`}>
          <strong role="status">{title}</strong>
          {batchFacts(batch).map((fact) => (
            <span key={fact} className={classes.fact} title={fact}>
              {fact}
            </span>
          ))}
        </div>
        {isOpen(batch) ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(batch.id)}
          >
            Cancel
          </Button>
        ) : null}
        {batch.can_undo ? (
          <Button variant="default" size="compact-sm" loading={undo.isPending} onClick={() => undo.mutate(batch.id)}>
            Undo
          </Button>
        ) : null}
        {isOpen(batch) ? null : (
          <ActionIcon variant="subtle" color="gray" aria-label={`Close: ${title}`} onClick={onClose}>
            <IconX size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isOpen(batch) ? <ProgressBar size={3} label={title} percent={percentOf(batch)} /> : null}
    </li>
  );
}

import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { TransferPreview } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { count, formatBytes } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { type NewTransfer, previewQuery } from '../api/transfers.ts';
import { conflictTexts, formatDuration, repeatTexts } from '../transfer-text.ts';
import { useStartTransfer } from '../use-start-transfer.ts';
import type { Draft } from './draft.ts';
import { Foreseen } from './foreseen.tsx';
import classes from './new-transfer.module.css';
import { PaneFoot } from './pane.tsx';

interface ReviewPaneProps {
  draft: Draft;
  request: NewTransfer;
  onBack(): void;
  onStarted(id: string): void;
}

/** What will happen, before anything does. */
export function ReviewPane({ draft, request, onBack, onStarted }: ReviewPaneProps) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(request));
  const { start, isPending } = useStartTransfer(onStarted);
  const isEmpty = data !== undefined && data.files + data.folders === 0;
  return (
    <>
      <div className={classes.review}>
        {data ? <Expected draft={draft} preview={data} /> : null}
        {error && !data ? (
          <Alert color="red" title="This transfer cannot be worked out">
            <Text mb="sm">{error.message}</Text>
            <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Alert>
        ) : null}
        {data || error ? null : <Placeholders />}
      </div>
      <PaneFoot hint={isEmpty ? 'There is nothing to transfer.' : null}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={!data || isEmpty} loading={isPending} onClick={() => start(request)}>
          {data && !data.fits ? 'Start anyway' : 'Start transfer'}
        </Button>
      </PaneFoot>
    </>
  );
}

function Expected({ draft, preview }: { draft: Draft; preview: TransferPreview }) {
  const { files, folders, bytes, free_bytes, fits, seconds, originals_stay } = preview;
  const moves = draft.mode === 'move' && !originals_stay;
  const facts = [
    { name: moves ? 'Moves' : 'Copies', value: `${count(files, 'file')}, ${count(folders, 'folder')}` },
    { name: 'Size', value: formatBytes(bytes) },
    { name: 'Takes', value: seconds === null ? 'Known once it runs' : formatDuration(seconds) },
    { name: 'Free at the destination', value: free_bytes === null ? 'It does not say' : formatBytes(free_bytes) },
    { name: 'Same names', value: conflictTexts[draft.same] },
    ...(draft.repeat ? [{ name: 'Repeats', value: repeatTexts[draft.repeat] }] : []),
  ];
  return (
    <>
      {fits || free_bytes === null ? null : (
        <Alert color="red" title="There is not enough space">
          {formatBytes(bytes - free_bytes)} more than is free at {draft.to?.name}. Make room there or choose less: a
          transfer that finds it full pauses, and goes on from there when you say so.
        </Alert>
      )}
      {originals_stay ? (
        <Alert color="wheat" title="The originals stay">
          {draft.from?.source.name} has no trash, and Sheaf deletes nothing for good: the files are copied. Delete the
          originals there once you have looked at the report.
        </Alert>
      ) : null}
      <Facts facts={facts} />
      <Foreseen preview={preview} />
      <Text c="dimmed">
        Every file is compared with its original on arrival. You can pause or cancel any time, and the report lists each
        file with its outcome.
      </Text>
    </>
  );
}

function Placeholders() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      <Skeleton height={180} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}

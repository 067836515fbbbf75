import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { TransferPreview } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { accountText } from '../../../lib/format/account-title.ts';
import { count, formatBytes } from '../../../lib/format/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { type NewTransfer, previewQuery } from '../api/transfers.ts';
import { conflictTexts, formatDuration, listingText, repeatTexts } from '../transfer-text.ts';
import { useStartTransfer } from '../use-start-transfer.ts';
import type { Draft } from './draft.ts';
import { ExpectedChanges } from './expected-changes.tsx';
import classes from './new-transfer.module.css';
import { PaneFoot } from './pane.tsx';

interface ReviewPaneProps {
  draft: Draft;
  request: NewTransfer;
  onBack(): void;
  onStarted(id: string): void;
}

/** A preview of the transfer, before it starts. */
export function ReviewPane({ draft, request, onBack, onStarted }: ReviewPaneProps) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(request));
  const { start, isPending } = useStartTransfer(onStarted);
  const listing = data?.listing ?? null;
  const isEmpty = data !== undefined && listing === null && data.files + data.folders === 0;
  return (
    <>
      <div className={classes.review}>
        {listing ? <AccountListing {...listing} /> : data ? <Expected draft={draft} preview={data} /> : null}
        {error && !data ? (
          <Alert color="red" title="Couldn’t check this transfer">
            <Text mb="sm">{error.message}</Text>
            <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </Alert>
        ) : null}
        {data || error ? null : <Placeholders />}
      </div>
      <PaneFoot hint={isEmpty ? 'There’s nothing to transfer.' : null}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button disabled={!data || listing !== null || isEmpty} loading={isPending} onClick={() => start(request)}>
          {data && listing === null && !data.fits ? 'Start anyway' : 'Start transfer'}
        </Button>
      </PaneFoot>
    </>
  );
}

/** Shown while the account is listed, because not all of it is synced. */
function AccountListing({ files, problem }: NonNullable<TransferPreview['listing']>) {
  return (
    <Stack gap="sm" role="status">
      <Text fw={550}>{listingText(files)}</Text>
      <ProgressBar label="Listing the account" percent={null} size={8} />
      <Text c="dimmed">
        {problem ? `${problem} Sheaf tries again automatically.` : 'The review appears when everything is listed.'}
      </Text>
    </Stack>
  );
}

function Expected({ draft, preview }: { draft: Draft; preview: TransferPreview }) {
  const { files, folders, bytes, free_bytes, fits, seconds, originals_stay, left_out } = preview;
  const moves = draft.mode === 'move' && !originals_stay;
  const facts = [
    { name: moves ? 'Moves' : 'Copies', value: `${count(files, 'file')}, ${count(folders, 'folder')}` },
    { name: 'Size', value: sizeText(preview) },
    { name: 'Estimated time', value: seconds === null ? 'Available once it starts' : formatDuration(seconds) },
    { name: 'Free at destination', value: free_bytes === null ? 'Unknown' : formatBytes(free_bytes) },
    { name: 'Name conflicts', value: conflictTexts[draft.same] },
    ...(left_out > 0
      ? [{ name: 'Left out', value: `${count(left_out, 'document')} in other accounts or not yours` }]
      : []),
    ...(draft.repeat ? [{ name: 'Repeats', value: repeatTexts[draft.repeat] }] : []),
  ];
  return (
    <>
      {fits || free_bytes === null ? null : (
        <Alert color="red" title="Not enough space">
          {draft.to && accountText(draft.to, draft.to.source)} needs {formatBytes(bytes - free_bytes)} more free space.
          Free up space there or choose less. If it fills up, the transfer pauses and you can resume it.
        </Alert>
      )}
      {originals_stay ? (
        <Alert color="wheat" title="The originals stay">
          {draft.from?.source.name} has no trash, and Sheaf never deletes files for good, so the files are copied.
          Delete the originals there after you check the report.
        </Alert>
      ) : null}
      <Facts facts={facts} />
      <ExpectedChanges preview={preview} isPartial={draft.all === 'synced'} />
      <Text c="dimmed">
        Every copy is verified against the original. You can pause or cancel any time, and the report lists each file
        with its result.
      </Text>
    </>
  );
}

/** Online documents are as large as their exports, which may not be known yet. */
function sizeText({ bytes, unknown_sizes }: TransferPreview): string {
  if (unknown_sizes === 0) return formatBytes(bytes);
  const more = `${count(unknown_sizes, 'online document')} (size known after export)`;
  return bytes === 0 ? more : `${formatBytes(bytes)} plus ${more}`;
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

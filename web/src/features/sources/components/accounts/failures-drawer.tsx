import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { SourceAccount, SyncFailure } from '@sheaf/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count } from '../../../../lib/format/format.ts';
import { type DialogProps, Drawer } from '../../../../ui/dialogs/modal.tsx';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { failuresQuery, retryFailures } from '../../api/accounts.ts';
import { formatSoon } from '../../format-soon.ts';
import { useNow } from '../../use-now.ts';
import classes from './failures-drawer.module.css';

interface FailuresDrawerProps extends DialogProps {
  account: SourceAccount | undefined;
}

/** The items that could not be synced, with the reasons. */
export function FailuresDrawer({ account, opened, onClose }: FailuresDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={440} title="Failed items">
      {account ? <Failures account={account} onClose={onClose} /> : null}
    </Drawer>
  );
}

function Failures({ account, onClose }: { account: SourceAccount; onClose(): void }) {
  const query = useInfiniteQuery(failuresQuery(account.id));
  const { mutate: retry, isPending } = useMutation(retryFailures);
  const now = useNow();
  const { data, isError, refetch } = query;

  const retryAll = () => {
    const onSuccess = () => {
      toast.success('Trying again now');
      onClose();
    };
    retry(account.id, { onSuccess });
  };

  if (!data) return isError ? <LoadFailed what="the failed items" retry={() => void refetch()} /> : <Placeholders />;
  if (data.total === 0) return <Text c="dimmed">No failed items.</Text>;
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <Text c="dimmed">
          {count(data.total, 'item')} in {accountText(account, account.source)} couldn’t be synced. Sheaf tries again
          automatically.
        </Text>
        <Button
          size="xs"
          className="rigid"
          loading={isPending}
          disabled={account.status === 'syncing'}
          onClick={retryAll}
        >
          Retry
        </Button>
      </div>
      <ul className="framed lined">
        {data.items.map((failure) => (
          <FailureRow key={failure.id} failure={failure} now={now} />
        ))}
      </ul>
      <LoadMore query={query} what="failed items">
        <Placeholders />
      </LoadMore>
    </Stack>
  );
}

function FailureRow({ failure, now }: { failure: SyncFailure; now: number }) {
  const next = failure.next_try_at ? `next try ${formatSoon(failure.next_try_at, now)}` : 'no more automatic retries';
  return (
    <li className={classes.row}>
      <Text fw={550} className="breakable">
        {failure.name}
      </Text>
      <Text className={classes.message}>{failure.message}</Text>
      <Text size="xs" c="dimmed">
        Tried {failure.attempts === 1 ? 'once' : `${failure.attempts} times`}, {next}
      </Text>
    </li>
  );
}

function Placeholders() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </Stack>
  );
}

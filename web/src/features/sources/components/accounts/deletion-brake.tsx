import { Button, Group, Text } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { count } from '../../../../lib/format/format.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { lostPercent } from '../../account-status.ts';
import { decideDeletions } from '../../api/accounts.ts';
import classes from './deletion-brake.module.css';

/**
 * Shown when so many files were deleted at the source at once that it may be a mistake: nothing is removed here before
 * the person confirms.
 */
export function DeletionBrake({ account }: { account: SourceAccount }) {
  const id = useId();
  const { mutateAsync, isPending, variables } = useMutation(decideDeletions);
  const { held_deletions: held, files } = account;
  const decide = (action: 'apply' | 'keep') => {
    const done = action === 'keep' ? 'Copies kept' : `${count(held, 'file')} removed`;
    // The card may no longer show this by then. A failure is reported as usual.
    void mutateAsync({ id: account.id, action }).then(
      () => toast.success(done),
      () => {},
    );
  };
  return (
    <section className={classes.brake} aria-labelledby={id}>
      <Text fw={620} id={id}>
        This account lost {lostPercent(account)}% of its files
      </Text>
      <Text size="xs">
        {held.toLocaleString('en')} of {count(files, 'file')} were deleted in the app. Sheaf keeps its copies until you
        decide.
      </Text>
      <Group gap="xs" mt={4}>
        <Button
          size="xs"
          loading={isPending && variables.action === 'keep'}
          disabled={isPending}
          onClick={() => decide('keep')}
        >
          Keep the copies
        </Button>
        <Button
          size="xs"
          color="red"
          variant="outline"
          loading={isPending && variables.action === 'apply'}
          disabled={isPending}
          onClick={() => decide('apply')}
        >
          Remove the copies
        </Button>
      </Group>
    </section>
  );
}

import { Button, Menu } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { accountText } from '../../../lib/format/account-title.ts';
import { count } from '../../../lib/format/format.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { DotsButton } from '../../../ui/menus/dots-button.tsx';
import { deleteTransfer, repeatTransfer, type Step, stepTransfer } from '../api/transfers.ts';
import { isOpen, repeatTexts } from '../transfer-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ReportMenu } from './report-menu.tsx';

const picture = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const small = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

interface TransferActionsProps {
  transfer: Transfer;
  /** Without the report, which is in the details. */
  compact?: boolean;
  onDeleted?(): void;
}

/** The actions for a transfer in its state. */
export function TransferActions({ transfer, compact, onDeleted }: TransferActionsProps) {
  const { id, status, failed, to } = transfer;
  const { mutate, isPending, variables } = useMutation(stepTransfer);
  const cancelling = useDialog();
  const isBusy = (step: Step) => isPending && variables.step === step;
  const button = (step: Step) => ({
    size: 'xs',
    variant: 'default',
    loading: isBusy(step),
    disabled: isPending,
    onClick: () => mutate({ id, step }),
  });
  return (
    <div className="row wrap gap-8">
      {status === 'pending' || status === 'running' ? (
        <Button {...button('pause')} leftSection={<IconPlayerPause {...small} />}>
          Pause
        </Button>
      ) : null}
      {status === 'paused' ? (
        <Button {...button('resume')} variant="filled" leftSection={<IconPlayerPlay {...small} />}>
          Resume
        </Button>
      ) : null}
      {isOpen(transfer) ? (
        <Button {...button('cancel')} leftSection={<IconX {...small} />} onClick={() => cancelling.open()}>
          Cancel
        </Button>
      ) : null}
      {!isOpen(transfer) && failed > 0 ? (
        <Button {...button('retry')} leftSection={<IconRefresh {...small} />}>
          Retry {count(failed, 'failed item')}
        </Button>
      ) : null}
      {isOpen(transfer) || compact ? null : <ReportMenu id={id} />}
      <MoreActions transfer={transfer} onDeleted={onDeleted} />
      <ConfirmDialog
        opened={cancelling.opened}
        title="Cancel this transfer?"
        text={`Files already in ${accountText(to.account, to.source)} stay there. The rest stay where they are.`}
        action="Cancel transfer"
        onConfirm={() => mutate({ id, step: 'cancel' })}
        onClose={cancelling.close}
      />
    </div>
  );
}

function MoreActions({ transfer, onDeleted }: { transfer: Transfer; onDeleted?(): void }) {
  const { id, from, to, status } = transfer;
  const { mutate: repeat } = useMutation(repeatTransfer);
  const { mutateAsync: remove } = useMutation(deleteTransfer);
  const deleting = useDialog();
  const setRepeat = (chosen: string) =>
    repeat({ id, repeat: chosen === 'hourly' || chosen === 'daily' ? chosen : null });
  return (
    <>
      <Menu width={220} position="bottom-start" shadow="md" withinPortal={false}>
        <Menu.Target>
          <DotsButton
            size={30}
            label={`More actions for the transfer from ${accountText(from.account, from.source)} to ${accountText(to.account, to.source)}`}
            icon={picture}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'cancelled' ? null : (
            <>
              <Menu.Label>Repeat with new or changed files</Menu.Label>
              <Menu.RadioGroup value={transfer.repeat ?? 'off'} onChange={setRepeat}>
                {Object.entries(repeatTexts).map(([value, text]) => (
                  <Menu.RadioItem key={value} value={value} closeMenuOnClick>
                    {text}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </>
          )}
          {isOpen(transfer) ? null : (
            <>
              {status === 'cancelled' ? null : <Menu.Divider />}
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash {...picture} />}
                onClick={() => deleting.open()}
              >
                Delete from history
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={deleting.opened}
        title="Delete from history?"
        text={`Its report is deleted too${transfer.repeat ? ', and it stops repeating' : ''}. The files stay where they are.`}
        action="Delete"
        onConfirm={() =>
          // By then its card and this menu may be gone. A failure is reported as usual.
          void remove(id).then(
            () => {
              toast.success('Deleted from history');
              onDeleted?.();
            },
            () => {},
          )
        }
        onClose={deleting.close}
      />
    </>
  );
}

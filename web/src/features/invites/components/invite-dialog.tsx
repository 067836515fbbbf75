import { Alert, Pill, Radio, Stack, TagsInput, Text } from '@mantine/core';
import { ApiError, type InvitableRole, type Invite, invitableRoles, invites } from '@sheaf/contract';
import { useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { firstProblem, isAddress, messageFor, splitAddresses } from '../../../lib/format/addresses.ts';
import { roleNames } from '../../../lib/format/names.ts';
import { type DialogProps, Modal } from '../../../ui/dialogs/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { createInvites } from '../api/invites.ts';
import { GroupChoice } from './group-choice.tsx';

const meanings = {
  admin: 'Manages members, invitations and the workspace',
  member: 'Connects apps, organizes and shares files',
  guest: 'Sees only what’s shared with them',
} as const satisfies Record<InvitableRole, string>;

interface InviteDialogProps extends DialogProps {
  /** The cost of each person, if any. */
  seatPrice: string | undefined;
}

export function InviteDialog({ opened, seatPrice, onClose }: InviteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite people">
      <InviteForm seatPrice={seatPrice} onDone={onClose} />
    </Modal>
  );
}

function InviteForm({ seatPrice, onDone }: Pick<InviteDialogProps, 'seatPrice'> & { onDone(): void }) {
  const [isFull, setFull] = useState(false);
  const { mutateAsync } = useFormMutation(createInvites, { showsProblem: true });
  const { form, submit, problem } = useApiForm<
    { emails: string[]; role: InvitableRole; group_ids: string[] },
    Invite[]
  >({
    schema: invites.create.body,
    initialValues: { emails: [], role: 'member', group_ids: [] },
    async send(body) {
      setFull(false);
      try {
        return await mutateAsync({ body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'plan_limit') setFull(true);
        throw error;
      }
    },
    done(sent) {
      toast.success(sent.length === 1 ? `Invitation sent to ${sent[0]?.email}` : `${sent.length} invitations sent`);
      onDone();
    },
  });
  const [emails, setEmails] = useState<string[]>([]);
  const change = (entries: string[]) => {
    const split = splitAddresses(entries);
    const hadProblem = messageFor(form.errors, emails) !== undefined;
    setEmails(split);
    form.setFieldValue('emails', split);
    // Errors are keyed by position, and the positions have changed.
    for (const path of Object.keys(form.errors)) if (path.startsWith('emails')) form.clearFieldError(path);
    const wrong = hadProblem ? firstProblem(split) : undefined;
    if (wrong) form.setFieldError('emails', wrong);
  };

  return (
    <Fields onSubmit={submit}>
      <TagsInput
        label="Email addresses"
        description="Separate several with commas, spaces or line breaks."
        placeholder={emails.length ? undefined : 'ada@example.com'}
        dropdownOpened={false}
        splitChars={[',', ';', ' ', '\n', '\t']}
        data-autofocus
        renderPill={({ value, onRemove, disabled }) => (
          <Pill
            maw="100%"
            withRemoveButton={!disabled}
            onRemove={onRemove}
            removeButtonProps={{ 'aria-label': `Remove ${value}`, tabIndex: 0, 'aria-hidden': false }}
            c={isAddress(String(value)) ? undefined : 'var(--mantine-color-error)'}
          >
            {value}
          </Pill>
        )}
        data-path="emails"
        value={emails}
        onChange={change}
        error={messageFor(form.errors, emails)}
      />
      <Radio.Group label="Role" key={form.key('role')} {...form.getInputProps('role')}>
        <Stack gap="sm" mt={4}>
          {invitableRoles.map((role) => (
            <Radio key={role} value={role} label={roleNames[role]} description={meanings[role]} />
          ))}
        </Stack>
      </Radio.Group>
      <GroupChoice onChange={(ids) => form.setFieldValue('group_ids', ids)} />
      {seatPrice ? (
        <Text size="sm" c="dimmed">
          {seatPrice}
        </Text>
      ) : null}
      {problem ? (
        <Alert color="red" role="alert" title={isFull ? 'No seats left' : undefined}>
          {problem} {isFull ? <TextLink to="/plans">See plan</TextLink> : null}
        </Alert>
      ) : null}
      <FormButtons label="Send invitations" loading={form.submitting} onCancel={onDone} />
    </Fields>
  );
}

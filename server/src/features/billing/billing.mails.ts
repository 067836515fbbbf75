import type { MailContent } from '../../platform/mail/index.ts';

interface About {
  workspace: string;
  plan: string;
  url: string;
}

const footer = 'You received this email because you own this workspace.';

const mail = (subject: string, text: string, label: string, url: string): MailContent => ({
  subject,
  preheader: text,
  heading: subject,
  blocks: [
    { kind: 'paragraph', text },
    { kind: 'button', label, url },
  ],
  footer,
});

const dayOf = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export function noticeMail(
  notice: 'failed' | 'reminded' | 'read_only',
  { workspace, plan, url, until }: About & { until: Date },
): MailContent {
  switch (notice) {
    case 'failed':
      return mail(
        `The payment for ${workspace} failed`,
        `The payment for the ${plan} plan of ${workspace} failed. Everything keeps working until ${dayOf(until)}. Check your card or add another one before then.`,
        'Check your card',
        url,
      );
    case 'reminded':
      return mail(
        `${workspace} becomes read-only on ${dayOf(until)}`,
        `The ${plan} plan of ${workspace} still isn’t paid. From ${dayOf(until)} on, the workspace is read-only until it’s paid. Nothing is deleted.`,
        'Pay now',
        url,
      );
    case 'read_only':
      return mail(
        `${workspace} is read-only`,
        `The ${plan} plan of ${workspace} isn’t paid, so the workspace is read-only now. You can read, download and export everything, and nothing is deleted. Connected apps don’t sync until it’s paid. Pay the open invoice to continue.`,
        'Pay now',
        url,
      );
  }
}

export const paidMail = ({ workspace, plan, url }: About): MailContent =>
  mail(
    `The payment for ${workspace} was received`,
    `The ${plan} plan of ${workspace} is paid. Everything works as before.`,
    'See your plan',
    url,
  );

export const endedMail = ({ workspace, plan, url }: About): MailContent =>
  mail(
    `The ${plan} plan of ${workspace} has ended`,
    `${workspace} is on the Free plan now. Nothing was deleted. If the workspace uses more than the Free plan includes, new things can’t be added until it’s within the limits.`,
    'See your plan',
    url,
  );

export const surplusMail = ({ workspace, amount, url }: { workspace: string; amount: string | null; url: string }) =>
  mail(
    `A second subscription of ${workspace} was canceled`,
    amount
      ? `${workspace} had two subscriptions at once. We canceled the one it doesn’t need and refunded ${amount} to your card. Your bank may take up to 10 days to show it. Your plan stays as it is.`
      : `${workspace} had two subscriptions at once. We canceled the one it doesn’t need. Nothing was charged for it. Your plan stays as it is.`,
    'See your payments',
    url,
  );

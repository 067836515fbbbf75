import { Text } from '@mantine/core';
import type { PlanLimit, Subscription } from '@sheaf/contract';
import { count } from '../../../../lib/format/format.ts';
import { TextLink } from '../../../../ui/navigation/links.tsx';
import { formatAllowed, formatUsed, limitNames } from '../../plan-texts.ts';
import { type Usage, usageOf, waysOut } from '../../usage.ts';
import classes from './usage-bars.module.css';

interface UsageBarsProps {
  subscription: Subscription;
  /** False: the person sees only the storage they use themselves. */
  mayRead: boolean;
  /** Owners are offered a larger plan where a limit is near. */
  mayManage: boolean;
}

/** How much of each limit is used. */
export function UsageBars({ subscription, mayRead, mayManage }: UsageBarsProps) {
  const largest = subscription.plan === 'business';
  return (
    <ul className={classes.list}>
      {(Object.keys(limitNames) as PlanLimit[]).map((limit) => {
        const usage = usageOf(subscription, limit);
        if (limit === 'storage_bytes' && !mayRead) return <OwnStorage key={limit} usage={usage} />;
        return (
          <li key={limit}>
            <Bar usage={usage} />
            {usage.level === 'fine' ? null : (
              <Text size="xs" mt={6}>
                {usage.level === 'full' ? 'The limit is reached. ' : ''}
                {waysOut[limit]}
                {largest ? '.' : mayManage ? ', or ' : ', or ask an owner to change the plan.'}
                {mayManage && !largest ? (
                  <TextLink to="/plans/upgrade" inherit>
                    change the plan
                  </TextLink>
                ) : null}
                {mayManage && !largest ? '.' : ''}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function OwnStorage({ usage: { limit, used, allowed } }: { usage: Usage }) {
  const ofAll = allowed === null ? 'no limit' : `${formatAllowed(limit, allowed)} for the workspace`;
  return (
    <li className={classes.head}>
      <span>{limitNames[limit]}</span>
      <span className="dimmed numeric">{`${formatUsed(limit, used)} used by you, ${ofAll}`}</span>
    </li>
  );
}

function Bar({ usage: { limit, used, invitations, allowed, percent, level } }: { usage: Usage }) {
  const name = limitNames[limit];
  const amount =
    allowed === null
      ? `${formatUsed(limit, used)}, no limit`
      : `${formatUsed(limit, used)} of ${formatAllowed(limit, allowed)}`;
  const value = invitations > 0 ? `${amount}, including ${count(invitations, 'invitation')}` : amount;
  return (
    <>
      <div className={classes.head}>
        <span>{name}</span>
        <span className="dimmed numeric">{value}</span>
      </div>
      {allowed === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: <meter> can't be styled alike in all browsers
        <div
          className={classes.bar}
          data-level={level}
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(percent))}
          aria-valuetext={value}
        >
          {used > 0 ? <div style={{ width: `${Math.min(100, percent)}%` }} /> : null}
        </div>
      )}
    </>
  );
}

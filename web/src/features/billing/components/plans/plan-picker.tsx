import { Badge, Radio, SegmentedControl } from '@mantine/core';
import { type BillingInterval, type Plan, type PlanLimit, planLimits } from '@sheaf/contract';
import { IconCheck } from '@tabler/icons-react';
import { planNames } from '../../../../lib/format/names.ts';
import type { PlanChoice } from '../../api/subscription.ts';
import { includedText, limitNames, monthlyPrice, priceNote, yearlySaving } from '../../plan-texts.ts';
import classes from './plan-picker.module.css';

interface PlanPickerProps {
  choice: PlanChoice;
  /** The plan the workspace has. */
  current: Plan;
  onChoose(choice: PlanChoice): void;
}

const plans = Object.keys(planLimits) as Plan[];

/** The plans side by side, paid monthly or yearly. */
export function PlanPicker({ choice, current, onChoose }: PlanPickerProps) {
  const { plan, interval } = choice;
  return (
    <div className={classes.picker}>
      <SegmentedControl
        aria-label="Paid"
        value={interval}
        onChange={(value) => onChoose({ plan, interval: value })}
        className={classes.intervals}
        transitionDuration={0}
        data={[
          { value: 'month', label: 'Monthly' },
          { value: 'year', label: `Yearly, save ${yearlySaving()}%` },
        ]}
      />
      <Radio.Group aria-label="Plan" value={plan} onChange={(value) => onChoose({ plan: value, interval })}>
        <div className={classes.plans}>
          {plans.map((name) => (
            <PlanCard key={name} plan={name} interval={interval} isCurrent={name === current} />
          ))}
        </div>
      </Radio.Group>
    </div>
  );
}

function PlanCard({ plan, interval, isCurrent }: { plan: Plan; interval: BillingInterval; isCurrent: boolean }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Mantine's Radio
    <label className={classes.plan}>
      <span className={classes.head}>
        <Radio value={plan} aria-label={planNames[plan]} />
        <span className={classes.name}>{planNames[plan]}</span>
        {isCurrent ? (
          <Badge variant="light" tt="none" fw={550} className={classes.current}>
            Current plan
          </Badge>
        ) : null}
      </span>
      <span className={classes.price}>
        <span className={classes.amount}>{monthlyPrice(plan, interval)}</span>
        <span className="dimmed small">{priceNote(plan, interval)}</span>
      </span>
      <span className={classes.included}>
        {(Object.keys(limitNames) as PlanLimit[]).map((limit) => (
          <span key={limit} className={classes.line}>
            <IconCheck size={16} stroke={2} aria-hidden className={classes.check} />
            {includedText(limit, planLimits[plan][limit])}
          </span>
        ))}
      </span>
    </label>
  );
}

import { Badge, Group, Text } from '@mantine/core';
import type { Subscription } from '@sheaf/contract';
import { formatBytes } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { planNames } from '../plan-names.ts';

/** The plan, what it includes, and how much of it is taken. */
export function PlanSummary({ subscription }: { subscription: Subscription }) {
  const { plan, limits, usage } = subscription;
  const upTo = (limit: number | null, show: (value: number) => string = String) =>
    limit === null ? 'No limit' : `Up to ${show(limit)}`;
  const taken = (used: number, limit: number | null, show: (value: number) => string = String) =>
    limit === null ? show(used) : `${show(used)} of ${show(limit)}`;
  return (
    <>
      <Group gap="xs">
        <Text fw={620} size="lg">
          {planNames[plan]}
        </Text>
        <Badge variant="light" tt="none" fw={550}>
          Current plan
        </Badge>
      </Group>
      <Facts
        facts={[
          { name: 'Members', value: taken(usage.members, limits.members) },
          { name: 'Connected accounts', value: taken(usage.accounts, limits.accounts) },
          { name: 'Storage', value: taken(usage.storage_bytes, limits.storage_bytes, formatBytes) },
          { name: 'AI messages a month', value: upTo(limits.ai_messages) },
          { name: 'Transfers a month', value: upTo(limits.transfer_bytes, formatBytes) },
        ]}
      />
    </>
  );
}

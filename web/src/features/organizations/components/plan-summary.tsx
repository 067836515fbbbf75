import { Badge, Group, Text } from '@mantine/core';
import type { Subscription } from '@sheaf/contract';
import { formatBytes } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { planNames } from '../plan-names.ts';

/** The plan, what it includes, and how many of its seats are taken. */
export function PlanSummary({ subscription }: { subscription: Subscription }) {
  const { plan, limits, usage } = subscription;
  const upTo = (limit: number | null, show: (value: number) => string = String) =>
    limit === null ? 'No limit' : `Up to ${show(limit)}`;
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
          { name: 'Members', value: limits.members === null ? usage.members : `${usage.members} of ${limits.members}` },
          { name: 'Connected accounts', value: upTo(limits.accounts) },
          { name: 'Storage', value: upTo(limits.storage_bytes, formatBytes) },
          { name: 'AI messages a month', value: upTo(limits.ai_messages) },
          { name: 'Transfers a month', value: upTo(limits.transfer_bytes, formatBytes) },
        ]}
      />
    </>
  );
}

import { Progress, Text } from '@mantine/core';
import { formatBytes } from '../../../../lib/format/format.ts';

/** From this percentage on the bar is a warning. */
const NEARLY_FULL = 90;

/** How full the cloud is. */
export function QuotaBar({ used, total, source }: { used: number; total: number; source: string }) {
  const percent = Math.min(100, Math.round((used / total) * 100));
  const text = `${formatBytes(used)} of ${formatBytes(total)}`;
  return (
    <div className="stack gap-6">
      <div className="row baseline between gap-12">
        <Text size="xs" c="dimmed">
          Space in {source}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={percent}
          color={percent >= NEARLY_FULL ? 'red' : 'gray'}
          withAria={false}
          role="meter"
          aria-label={`Space used in ${source}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text}
        />
      </Progress.Root>
    </div>
  );
}

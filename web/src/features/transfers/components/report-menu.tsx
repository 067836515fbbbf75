import { Button, Menu } from '@mantine/core';
import { IconFileDownload, IconFileTypeCsv, IconJson } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadReport } from '../api/transfers.ts';

const picture = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Downloads the result of every item as a file. */
export function ReportMenu({ id }: { id: string }) {
  const { mutate, isPending } = useMutation(downloadReport);
  return (
    <Menu width={200} position="bottom-start" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          leftSection={<IconFileDownload size={16} stroke={1.8} aria-hidden />}
        >
          Report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv {...picture} />} onClick={() => mutate({ id, format: 'csv' })}>
          Download as CSV
        </Menu.Item>
        <Menu.Item leftSection={<IconJson {...picture} />} onClick={() => mutate({ id, format: 'json' })}>
          Download as JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

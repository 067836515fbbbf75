import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { reloadDocuments } from '../../../features/documents/api/documents.ts';
import { UploadTray } from '../../../features/uploads/components/upload-tray.tsx';
import { throttle } from '../../../lib/throttle.ts';

/** Thousands of files arrive in a row; lists follow this often. */
const RELOAD_MS = 2000;

/** The tray of uploads, for the whole main area. */
export function UploadActivity() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const reload = useMemo(() => throttle(() => void reloadDocuments(client), RELOAD_MS), [client]);
  return (
    <UploadTray
      onArrived={reload}
      onOpen={(id) => void navigate({ to: '/directory', search: { source_id: 'uploads', preview: id } })}
    />
  );
}

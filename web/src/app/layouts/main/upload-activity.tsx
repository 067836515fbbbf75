import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { reloadDocuments } from '../../../features/documents/api/documents.ts';
import { UploadTray } from '../../../features/my-files/components/upload-tray.tsx';
import { throttle } from '../../../lib/browser/throttle.ts';

/** Lists reload at most this often while thousands of files are uploaded. */
const RELOAD_MS = 2000;

/** The tray of uploads, for the whole main area. */
export function UploadActivity() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const reload = useMemo(() => throttle(() => void reloadDocuments(client), RELOAD_MS), [client]);
  return (
    <UploadTray
      onArrived={reload}
      onOpen={({ target, documentId }) => {
        const { accountId, folderId } = target;
        const place = accountId ? { place: accountId, in: folderId ?? undefined } : { source_id: 'uploads' };
        void navigate({ to: '/directory', search: { ...place, preview: documentId } });
      }}
    />
  );
}

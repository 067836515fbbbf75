import { useNavigate } from '@tanstack/react-router';

/** Begins to transfer a document to another account: on the page of transfers, which takes both from its address. */
export function useTransfer(): (what: { documentId: string; accountId: string }) => void {
  const navigate = useNavigate();
  return ({ documentId, accountId }) => {
    const search = new URLSearchParams({ document: documentId, account: accountId });
    void navigate({ href: `/switch-cloud/transfer?${search}` });
  };
}

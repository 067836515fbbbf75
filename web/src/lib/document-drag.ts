/** Documents dragged from a list onto something that takes them. */
const TYPE = 'application/x-sheaf-documents';

let dragging = false;
const listeners = new Set<() => void>();

function tell(now: boolean): void {
  dragging = now;
  for (const listener of listeners) listener();
}

export const documentDrag = {
  /** Whether documents are being dragged just now. */
  get: () => dragging,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  begin(transfer: DataTransfer, ids: readonly string[]): void {
    transfer.effectAllowed = 'copy';
    transfer.setData(TYPE, JSON.stringify(ids));
    // A page that changes while the drag begins would end it.
    setTimeout(() => tell(true));
  },
  end: () => tell(false),
  accepts: (transfer: DataTransfer): boolean => transfer.types.includes(TYPE),
  read(transfer: DataTransfer): string[] {
    const text = transfer.getData(TYPE);
    return text ? (JSON.parse(text) as string[]) : [];
  },
};

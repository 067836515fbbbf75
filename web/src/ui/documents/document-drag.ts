/** Documents dragged from a list onto a label or a collection. */
const TYPE = 'application/x-sheaf-documents';

let dragging = false;
const listeners = new Set<() => void>();

function setDragging(now: boolean): void {
  dragging = now;
  for (const listener of listeners) listener();
}

export const documentDrag = {
  /** Whether documents are being dragged. */
  get: () => dragging,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  begin(transfer: DataTransfer, ids: readonly string[]): void {
    transfer.effectAllowed = 'copy';
    transfer.setData(TYPE, JSON.stringify(ids));
    // Changing the page while the drag starts would cancel it.
    setTimeout(() => setDragging(true));
  },
  end: () => setDragging(false),
  accepts: (transfer: DataTransfer): boolean => transfer.types.includes(TYPE),
  read(transfer: DataTransfer): string[] {
    const text = transfer.getData(TYPE);
    return text ? (JSON.parse(text) as string[]) : [];
  },
};

/** Documents dragged from a list onto a label, a collection or a folder. */
const TYPE = 'application/x-sheaf-documents';

let dragging = false;
let dragged: Dragged = { ids: [], accountId: null, isMyFiles: false };
const listeners = new Set<() => void>();

function setDragging(now: boolean): void {
  dragging = now;
  for (const listener of listeners) listener();
}

/** Known during the drag: the browser reveals the data only on drop. */
export interface Dragged {
  ids: readonly string[];
  /** The account of the document under the pointer when the drag started. */
  accountId: string | null;
  isMyFiles: boolean;
}

export const documentDrag = {
  /** Whether documents are being dragged. */
  get: () => dragging,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The dragged documents. */
  dragged: () => dragged,
  begin(transfer: DataTransfer, now: Dragged): void {
    dragged = now;
    transfer.effectAllowed = 'copyMove';
    transfer.setData(TYPE, JSON.stringify(now.ids));
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

import type { Receipt, Receipts } from '../../kit/session.ts';

/** Receipts for callers that store none: they are kept until the session ends. */
export function createRememberedReceipts() {
  const uploads = new Map<string, Map<number, Receipt>>();
  return {
    of(place: string): Receipts {
      return {
        async keep(receipt) {
          const kept = uploads.get(place) ?? new Map<number, Receipt>();
          uploads.set(place, kept.set(receipt.offset, receipt));
        },
        all: async () => [...(uploads.get(place)?.values() ?? [])].sort((a, b) => a.offset - b.offset),
      };
    },
    delete: (place: string) => void uploads.delete(place),
  };
}

/** The receipts from the first byte on, without a gap; all but the last have the size of the first. */
export function withoutGap(receipts: readonly Receipt[]): Receipt[] {
  const size = receipts[0]?.offset === 0 ? receipts[0].length : 0;
  const parts: Receipt[] = [];
  for (const receipt of receipts) {
    if (receipt.offset !== parts.length * size) break;
    parts.push(receipt);
    if (receipt.length !== size) break;
  }
  return parts;
}

export const endOf = (parts: readonly Receipt[]): number => {
  const last = parts.at(-1);
  return last ? last.offset + last.length : 0;
};

interface Shape {
  currency: string;
  /** Whole amounts without decimals: $10, but $9.50. For prices, not for sums. */
  short?: boolean;
}

/** 1050 → '$10.50': amounts are integers in the currency's minor unit. */
export function formatMoney(amount: number, { currency, short = false }: Shape): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: short ? 'stripIfInteger' : 'auto',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

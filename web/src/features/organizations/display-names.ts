import { type Industry, industries } from '@sheaf/contract';

const special: Partial<Record<Industry, string>> = { non_profit: 'Non-profit', real_estate: 'Real estate' };

export const nameOfIndustry = (industry: Industry): string =>
  special[industry] ?? industry.charAt(0).toUpperCase() + industry.slice(1);

/** Options of a select; the empty value means no answer. */
export const industryOptions = [
  { value: '', label: 'Not specified' },
  ...industries.map((value) => ({ value, label: nameOfIndustry(value) })),
];

import { VisuallyHidden } from '@mantine/core';

interface ColumnProps {
  name: string;
  className?: string;
  /** Only screen readers get the name. */
  unnamed?: boolean;
}

/** The head of a column. */
export const Column = ({ name, className, unnamed }: ColumnProps) => (
  <th scope="col" className={className}>
    {unnamed ? <VisuallyHidden>{name}</VisuallyHidden> : name}
  </th>
);

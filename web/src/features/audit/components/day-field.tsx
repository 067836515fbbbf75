import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../audit-search.ts';

interface DayFieldProps {
  label: string;
  /** As yyyy-mm-dd; empty: any day. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange(day: string): void;
}

/** Keeps an incomplete date while it is being typed, and drops it when the field loses focus. */
export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== '' || isDay(typed)) setTyped(value);
  }
  const type = (day: string) => {
    setTyped(day);
    onChange(day);
  };
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      onBlur={() => setTyped(value)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

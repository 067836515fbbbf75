import { Input, PinInput } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { type FocusEvent, type ReactNode, useId } from 'react';
import { fieldOf } from './fields.tsx';

interface CodeInputProps {
  label: string;
  value?: string;
  defaultValue?: string;
  onChange?(code: string): void;
  /** Called once when the last digit is entered. */
  onComplete?(code: string): void;
  /** Called when the focus has left all six boxes. */
  onBlur?(event: FocusEvent): void;
  error?: ReactNode;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** How @mantine/form finds the field to focus. */
  'data-path'?: string;
}

/** Six boxes for a code; a pasted one fills them all. */
function CodeInput({ label, error, onBlur, 'data-path': path, ...input }: CodeInputProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }} id={id} error={error}>
      <PinInput
        length={limits.codeLength}
        type="number"
        size="lg"
        gap={8}
        placeholder=""
        error={Boolean(error)}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1} of ${limits.codeLength}`,
          ...(index === 0 && path ? { 'data-path': path } : {}),
        })}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.(event);
        }}
        styles={{ root: { width: '100%', maxWidth: 352 }, pinInput: { flex: 1, width: 'auto' } }}
        {...input}
      />
    </Input.Wrapper>
  );
}

export const CodeField = fieldOf(CodeInput);

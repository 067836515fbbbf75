import { Input, VisuallyHidden } from '@mantine/core';
import { labelColors } from '@sheaf/contract';
import { IconCheck } from '@tabler/icons-react';
import { type FocusEvent, type ReactNode, useId } from 'react';
import classes from './swatches.module.css';

interface SwatchesProps {
  label: string;
  defaultValue?: string;
  onChange?(color: string): void;
  onBlur?(event: FocusEvent): void;
  error?: ReactNode;
  autoFocus?: boolean;
  /** How @mantine/form finds the field to focus. */
  'data-path'?: string;
}

/** The palette as radio buttons: arrow keys move, and every color has a name. */
export function Swatches({
  label,
  defaultValue,
  onChange,
  onBlur,
  error,
  autoFocus,
  'data-path': path,
}: SwatchesProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }} id={id} error={error}>
      <div
        className={classes.swatches}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.(event);
        }}
      >
        {Object.entries(labelColors).map(([name, color], index) => (
          <label key={color} className={classes.swatch} style={{ '--swatch': color }} title={nameOf(name)}>
            <input
              type="radio"
              name={id}
              value={color}
              className={classes.input}
              defaultChecked={color === defaultValue}
              data-autofocus={(autoFocus && (defaultValue ? color === defaultValue : index === 0)) || undefined}
              data-path={index === 0 ? path : undefined}
              onChange={() => onChange?.(color)}
            />
            <IconCheck size={18} stroke={2.6} aria-hidden className={classes.check} />
            <VisuallyHidden>{nameOf(name)}</VisuallyHidden>
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}

const nameOf = (color: string) => color.charAt(0).toUpperCase() + color.slice(1);

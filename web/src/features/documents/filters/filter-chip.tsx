import { Menu } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LightMenu } from '../../../ui/menus/light-menu.tsx';
import classes from './filters.module.css';

interface FilterChipProps {
  name: string;
  /** The chosen value as text. */
  chosen?: string;
  value?: string;
  onChange(value: string | undefined): void;
  /** Radio items, rendered when the menu opens. */
  children: ReactNode;
}

/** A filter as a button with a menu; it shows the chosen value and a button to clear it. */
export function FilterChip({ name, chosen, value, onChange, children }: FilterChipProps) {
  return (
    <span className={`hoverable ${classes.chip}`} data-set={value !== undefined || undefined}>
      <LightMenu
        position="bottom-start"
        width={240}
        portalProps={{ target: '#content' }}
        renderButton={(props) => (
          <button {...props} type="button" className={`plain gap-4 shrinkable ${classes.button}`}>
            <span className="ellipsis">
              {name}
              {chosen ? <b className="strong">: {chosen}</b> : null}
            </span>
            {value === undefined ? <IconChevronDown size={14} stroke={1.8} aria-hidden /> : null}
          </button>
        )}
      >
        <Menu.Dropdown className={classes.dropdown}>
          <Menu.RadioGroup value={value ?? null} onChange={onChange}>
            {children}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </LightMenu>
      {value === undefined ? null : (
        <button
          type="button"
          className={classes.clear}
          aria-label={`Clear filter ${name}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  );
}

export interface Option {
  value: string;
  name: string;
  /** Distinguishes options of the same name. */
  detail?: string;
  /** Explains the option; the chosen value does without it. */
  hint?: string;
  icon?: ReactNode;
}

/** A filter with few options, all known. */
export function ChoiceFilter({
  name,
  options,
  value,
  onChange,
}: Omit<FilterChipProps, 'children' | 'chosen'> & { options: readonly Option[] }) {
  const option = options.find((one) => one.value === value);
  const chosen = option ? [option.name, option.detail].filter(Boolean).join(', ') : value;
  return (
    <FilterChip name={name} chosen={chosen} value={value} onChange={onChange}>
      <Options options={options} />
    </FilterChip>
  );
}

export function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, name, detail, hint, icon }) => (
    <Menu.RadioItem
      key={value}
      value={value}
      closeMenuOnClick
      {...(hint && { 'aria-label': name, 'aria-description': hint })}
    >
      <span className="row gap-10 shrinkable">
        {icon}
        <span className="stack shrinkable">
          <span className="ellipsis">{name}</span>
          {detail || hint ? <span className="ellipsis dimmed small">{detail ?? hint}</span> : null}
        </span>
      </span>
    </Menu.RadioItem>
  ));
}

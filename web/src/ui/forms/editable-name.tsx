import { TextInput, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './editable-name.module.css';

interface NameRule {
  safeParse(value: string): { success: boolean; data?: string; error?: { issues: { message: string }[] } };
}

interface EditableNameProps {
  name: string;
  /** As in 'Name of the label'. */
  kind: string;
  /** The rule in the contract. */
  rule: NameRule;
  editing: boolean;
  onEditing(editing: boolean): void;
  /** Resolves to the server's error message, if any. */
  save(name: string): Promise<string | undefined>;
}

/** The title of a page that becomes a field when it is clicked. Enter and leaving the field save; Escape cancels. */
export function EditableName({ name, kind, rule, editing, onEditing, save }: EditableNameProps) {
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);

  const close = (focus: boolean) => {
    setError(undefined);
    onEditing(false);
    if (focus) requestAnimationFrame(() => button.current?.focus());
  };

  const submit = async (value: string, focus: boolean) => {
    const checked = rule.safeParse(value);
    if (!checked.success) return setError(checked.error?.issues[0]?.message);
    if (checked.data === name) return close(focus);
    const refused = checked.data && (await save(checked.data));
    if (refused) setError(refused);
    else close(focus);
  };

  if (!editing) {
    return (
      <Title order={1} className="shrinkable">
        <button
          type="button"
          ref={button}
          className={`ellipsis ${classes.button}`}
          title={`Rename this ${kind}`}
          onClick={() => onEditing(true)}
        >
          {name}
        </button>
      </Title>
    );
  }
  return (
    <Title order={1} className={classes.field}>
      <TextInput
        aria-label={`Name of the ${kind}`}
        defaultValue={name}
        autoFocus
        maxLength={120}
        error={error}
        classNames={{ input: classes.input }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={() => setError(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void submit(event.currentTarget.value, true);
          if (event.key === 'Escape') close(true);
        }}
        onBlur={(event) => {
          // Leaving the field with an invalid name restores the old name.
          const { value } = event.currentTarget;
          if (rule.safeParse(value).success && !error) void submit(value, false);
          else close(false);
        }}
      />
    </Title>
  );
}

import { Button, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './api-keys.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Its button gets the focus. */
  focused?: boolean;
}

/** A text to copy, by its button or by selecting it. */
export function CopyField({ label, value, focused = false }: CopyFieldProps) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    copyText(value).then(
      () => {
        setCopied(true);
        toast.success(`${label} copied`);
      },
      () => toast.error('Couldn’t copy. Your browser blocked it: select the text and copy it.'),
    );
  return (
    <div className={classes.field}>
      <Text size="sm" fw={550} id={id}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/useSemanticElements: a text that is named and copied, not a group of fields */}
      <div role="group" aria-labelledby={id} className="secret">
        {value}
      </div>
      <Button
        variant="default"
        autoFocus={focused}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

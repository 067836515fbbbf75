import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './messages.module.css';

interface QuestionProps {
  content: string;
  /** Asks it again in other words; left out while an answer is being written. */
  onEdit?(content: string): void;
}

export function Question({ content, onEdit }: QuestionProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (editing && onEdit)
    return (
      <EditQuestion
        content={content}
        onCancel={close}
        onSave={(next) => {
          setEditing(false);
          onEdit(next);
        }}
      />
    );
  return (
    <div className={`row gap-4 shrinkable ${classes.question}`}>
      {onEdit ? (
        <ActionIcon
          ref={button}
          className={classes.quiet}
          variant="subtle"
          color="gray"
          size={30}
          aria-label="Edit question"
          title="Edit question"
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
      <p className={`selected flush breakable ${classes.bubble}`}>{content}</p>
    </div>
  );
}

interface EditQuestionProps {
  content: string;
  onCancel(): void;
  onSave(content: string): void;
}

function EditQuestion({ content, onCancel, onSave }: EditQuestionProps) {
  const [text, setText] = useState(content);
  const save = () => text.trim() && onSave(text.trim());
  return (
    <div className="stack gap-8">
      <Textarea
        aria-label="Question"
        description="The answer, and everything after it, is replaced."
        autoFocus
        autosize
        minRows={1}
        maxRows={8}
        maxLength={limits.questionMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" disabled={!text.trim()} onClick={save}>
          Ask again
        </Button>
      </Group>
    </div>
  );
}

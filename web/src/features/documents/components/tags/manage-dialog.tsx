import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { use, useState } from 'react';
import { count } from '../../../../lib/format/format.ts';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import { CreateTagContext } from '../../../../ui/documents/create-tag.ts';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import type { Tagging } from '../../api/tags.ts';
import type { Named, Paged } from '../../choices.ts';
import { type Changes, type Choice, changesOf, coverageOf, toggled } from '../../tag-choice.ts';
import classes from './manage-dialog.module.css';

type Item = Named & { color?: string };

export interface ManageDialogProps extends DialogProps {
  documents: readonly Document[];
  /** A whole list instead of documents: ticked tags are added to all of it. */
  everything?: { total: number; tag(changes: Omit<Tagging, 'ids'>): Promise<unknown> };
}

interface FormProps<T extends Item> {
  /** As in 'Manage labels'. */
  what: 'labels' | 'collections';
  documents: readonly Document[];
  /** The size of a whole list. */
  total?: number;
  query: Paged<T>;
  /** The tags of each document. */
  lists: readonly (readonly T[])[];
  save(changes: Changes<T>): Promise<unknown>;
  onClose(): void;
}

/** The dialog; choices are reset when it closes. */
export function ManageDialog({
  opened,
  what,
  onClose,
  children,
}: DialogProps & Pick<FormProps<Item>, 'what'> & { children: React.ReactNode }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={!use(CreateTagContext)?.opened}
      title={`Manage ${what}`}
      size={420}
    >
      {children}
    </Modal>
  );
}

export function ManageForm<T extends Item>({ what, documents, total, query, lists, save, onClose }: FormProps<T>) {
  const [choice, setChoice] = useState<Choice>(new Map());
  const [saving, setSaving] = useState(false);
  const { data } = query;
  const tags = use(CreateTagContext);
  const one = what === 'labels' ? 'label' : 'collection';

  if (query.isPending) return <ListSkeleton rows={4} height={40} />;
  if (!data) return <LoadFailed what={`your ${what}`} retry={() => void query.refetch()} />;
  if (data.total === 0) {
    return (
      <>
        <Text c="dimmed" mb="md">
          {what === 'labels' ? "You haven't any labels" : "You haven't any collections"}
        </Text>
        {tags ? <Button onClick={() => tags.create(one)}>Create {one}</Button> : null}
      </>
    );
  }

  const submit = async () => {
    const changes = changesOf(data.items, lists, choice);
    if (changes.add.length + changes.remove.length === 0) return onClose();
    setSaving(true);
    // A failure is shown by a toast, and the choices are kept.
    await save(changes).then(onClose, () => setSaving(false));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text c="dimmed" mb="xs" truncate>
        {documents.length === 1 ? documents[0]!.name : count(total ?? documents.length, 'document')}
      </Text>
      <ul className={classes.list}>
        {data.items.map((item, index) => {
          const before = coverageOf(lists, item.id);
          const ticked = choice.get(item.id);
          return (
            <li key={item.id}>
              <Checkbox
                classNames={{
                  root: `hoverable ${classes.item}`,
                  body: classes.body,
                  labelWrapper: `grow ${classes.label}`,
                }}
                data-autofocus={index === 0 || undefined}
                checked={ticked ?? before === 'all'}
                indeterminate={ticked === undefined && before === 'some'}
                onChange={() => setChoice(toggled(choice, item.id, before))}
                label={
                  <span className="row gap-10 breakable">
                    {item.color ? <span className={classes.swatch} style={{ '--dot': item.color }} /> : null}
                    {item.name}
                  </span>
                }
              />
            </li>
          );
        })}
        <li>
          <LoadMore query={query} what={what}>
            <ListSkeleton rows={1} height={40} />
          </LoadMore>
        </li>
      </ul>
      <Group justify="flex-end" gap="xs" mt="md">
        {tags ? (
          <Button variant="subtle" me="auto" onClick={() => tags.create(one)}>
            Create {one}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          Save
        </Button>
      </Group>
    </form>
  );
}

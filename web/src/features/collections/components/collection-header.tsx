import { ApiError, type Collection, collections } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EditableName } from '../../../ui/forms/editable-name.tsx';
import { afterMenu } from '../../../ui/menus/light-menu.tsx';
import { deleteCollection, renameCollection } from '../api/collections.ts';
import { CollectionMenu } from './collection-menu.tsx';
import classes from './collections.module.css';

export function CollectionHeader({ collection, onDelete }: { collection: Collection; onDelete(): void }) {
  const [renaming, setRenaming] = useState(false);
  const { mutateAsync: rename } = useMutation(renameCollection);
  const { mutate: remove } = useMutation(deleteCollection);

  const save = (name: string) =>
    rename({ id: collection.id, name }).then(
      () => undefined,
      (error) => (error instanceof ApiError ? (error.errors.name?.[0] ?? error.message) : String(error)),
    );
  const removeAndLeave = () => {
    onDelete();
    remove(collection);
  };

  return (
    <div className={`row gap-12 ${classes.header}`}>
      <EditableName
        name={collection.name}
        kind="collection"
        rule={collections.update.body.shape.name}
        editing={renaming}
        onEditing={setRenaming}
        save={save}
      />
      <CollectionMenu
        label="Actions for this collection"
        onRename={() => afterMenu(() => setRenaming(true))}
        onDelete={removeAndLeave}
      />
    </div>
  );
}

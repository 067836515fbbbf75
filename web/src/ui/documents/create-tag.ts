import { createContext } from 'react';

/** Opens the dialog that creates a label or a collection, wherever these are chosen. The page provides it. */
export interface CreateTag {
  create(what: 'label' | 'collection'): void;
  /** Whether its dialog is open, above the one it was opened from. */
  opened: boolean;
}

export const CreateTagContext = createContext<CreateTag | undefined>(undefined);

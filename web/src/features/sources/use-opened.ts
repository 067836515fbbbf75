import { useMounted } from '@mantine/hooks';

/**
 * For a dialog that is loaded when it is opened first. It opens a moment after it has come: one that comes opened has
 * not seen where the focus was, and could not give it back.
 */
export function useOpened(opened: boolean): boolean {
  return useMounted() && opened;
}

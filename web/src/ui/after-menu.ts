/** A menu gives the focus back to its button a moment after it has closed; what wants the focus then comes later. */
export function afterMenu(open: () => void): void {
  setTimeout(open, 50);
}

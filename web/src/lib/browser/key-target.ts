/** Whether the target is a field, which handles its keys itself. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

/** Whether a key pressed here is for the page: not in a field, a dialog or a menu. */
export const isOnPage = (target: EventTarget | null): boolean =>
  target instanceof Element && !isTyping(target) && target.closest('[role=dialog], [role=menu]') === null;

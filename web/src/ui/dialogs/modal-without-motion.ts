/**
 * For dialogs with a dropdown that extends past their edge: the default transition leaves a transform on the dialog,
 * and that clips the dropdown.
 */
export const withoutMotion = { transition: 'fade' } as const;

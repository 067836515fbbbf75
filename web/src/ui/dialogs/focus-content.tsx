import { useLayoutEffect } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, iframe, [tabindex], [contenteditable=true]';

/**
 * Goes into a dialog, after its content: chooses where the focus starts. Mantine would focus the first control, the
 * close button of the header. Content without controls gets the focus itself, so that it is read first.
 */
export function FocusContent({ dialog }: { dialog: string }) {
  useLayoutEffect(() => {
    const body = document.getElementById(`${dialog}-body`);
    if (!body || body.querySelector('[data-autofocus]')) return;
    const first = firstControl(body);
    if (!first) {
      body.tabIndex = -1;
      body.style.outline = 'none';
    }
    (first ?? body).setAttribute('data-autofocus', 'true');
  }, [dialog]);
  return null;
}

function firstControl(body: HTMLElement): HTMLElement | undefined {
  if (body.contains(document.activeElement)) return document.activeElement as HTMLElement;
  const controls = [...body.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled, [type=hidden]') && isVisible(control),
  );
  const [first] = controls;
  // In a group of radio buttons, the keyboard reaches the checked one.
  if (!(first instanceof HTMLInputElement && first.type === 'radio')) return first;
  return controls.find((one) => one instanceof HTMLInputElement && one.name === first.name && one.checked) ?? first;
}

const isVisible = (element: HTMLElement): boolean => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

import { Outlet } from '@tanstack/react-router';

/** No frame: the screen fills the window. */
export function EmptyLayout() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

import { Outlet } from '@tanstack/react-router';

/** Passes through: the screen has the whole window. */
export function EmptyLayout() {
  return (
    <main>
      <Outlet />
    </main>
  );
}

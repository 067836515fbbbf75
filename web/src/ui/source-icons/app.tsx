/** A source without a picture of its own. */
export function OtherApp() {
  return (
    <path
      d="M7 18.4a4.6 4.6 0 0 1-.6-9.2 5.8 5.8 0 0 1 11 1.2A4.1 4.1 0 0 1 17.6 18.4z"
      stroke="var(--mantine-color-dimmed)"
      strokeWidth="1.8"
    />
  );
}

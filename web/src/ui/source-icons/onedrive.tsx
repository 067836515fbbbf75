/** A cloud before a cloud. */
export function OneDrive() {
  return (
    <>
      <path d="M9 6.6a5 5 0 0 1 8.9 1.9 4.2 4.2 0 0 1 2.4 7.2H9z" fill="#0b61b0" stroke="none" />
      <path
        d="M6.6 19a4.4 4.4 0 0 1-.5-8.8 5.3 5.3 0 0 1 9.9 1.5A3.8 3.8 0 0 1 17.6 19z"
        fill="#3a9bea"
        stroke="none"
      />
    </>
  );
}

/** A letter in a tray. */
export function Imap() {
  return (
    <>
      <rect x="5" y="3.6" width="14" height="12" rx="1.6" fill="#fff" stroke="#8b7bd8" strokeWidth="1.3" />
      <path d="m7.6 6.8 4.4 3.4 4.4-3.4" stroke="#6a55c9" strokeWidth="1.6" />
      <path
        d="M2.6 13h4.8l1.6 2.8h6l1.6-2.8h4.8v5.4a2.2 2.2 0 0 1-2.2 2.2H4.8a2.2 2.2 0 0 1-2.2-2.2z"
        fill="#6a55c9"
        stroke="none"
      />
    </>
  );
}

/** A terminal with a lock. */
export function Sftp() {
  return (
    <>
      <rect x="2.5" y="4" width="19" height="15" rx="2.5" fill="#33413c" stroke="#6c7974" strokeWidth="1" />
      <path d="m6 8.4 3 2.8-3 2.8" stroke="#7fe0b4" strokeWidth="1.7" />
      <rect x="12.6" y="13.6" width="8" height="7" rx="1.6" fill="#e9bc62" stroke="none" />
      <path d="M14.4 13.6v-1.4a2.2 2.2 0 0 1 4.4 0v1.4" stroke="#e9bc62" strokeWidth="1.5" />
    </>
  );
}

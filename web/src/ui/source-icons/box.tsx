/** A closed cube. */
export function Box() {
  return (
    <>
      <path d="M12 3 20 7.4v9.2L12 21l-8-4.4V7.4z" fill="#1661d6" stroke="none" />
      <path d="m4.6 7.8 7.4 4 7.4-4M12 11.8V20" stroke="#fff" strokeWidth="1.5" />
    </>
  );
}

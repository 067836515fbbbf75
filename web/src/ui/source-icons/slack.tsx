/** A hash of four colours. */
export function Slack() {
  return (
    <>
      <path d="M9.6 3.6 8 20.4" stroke="#2aa876" />
      <path d="M16 3.6l-1.6 16.8" stroke="#e0245e" />
      <path d="M4.4 8.8h16" stroke="#35b5e5" />
      <path d="M3.6 15.2h16" stroke="#e5a91e" />
    </>
  );
}

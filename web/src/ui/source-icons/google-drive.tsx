/** Three beams of a triangle. */
export function GoogleDrive() {
  return (
    <>
      <path d="M5.2 17.4 11 7" stroke="#1e9e5a" />
      <path d="M13.6 6.4 19.4 16.8" stroke="#e9a91c" />
      <path d="M8 19h11.6" stroke="#3b78e7" />
    </>
  );
}

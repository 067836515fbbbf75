/** A folder on the globe. */
export function WebDav() {
  return (
    <>
      <circle cx="12" cy="12" r="8.8" stroke="#0f8a80" strokeWidth="1.6" />
      <path d="M3.4 12h17.2M12 3.2c-5 5-5 12.6 0 17.6M12 3.2c5 5 5 12.6 0 17.6" stroke="#0f8a80" strokeWidth="1.4" />
      <path d="M11.6 13.4h3l1.2 1.6h5.4v6.2h-9.6z" fill="#e9bc62" stroke="#8f6318" strokeWidth="1.2" />
    </>
  );
}

/** An envelope with a red flap. */
export function Gmail() {
  return (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" fill="#fff" stroke="#c9d1ce" strokeWidth="1" />
      <path d="M5 18V8l7 5.6L19 8v10" stroke="#d9442f" strokeWidth="2.6" />
    </>
  );
}

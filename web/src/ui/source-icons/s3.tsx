/** A bucket. */
export function S3() {
  return (
    <>
      <path d="M3.8 6.4 6 19.2c.2 1 2.8 1.8 6 1.8s5.8-.8 6-1.8l2.2-12.8z" fill="#d9582b" stroke="none" />
      <ellipse cx="12" cy="6.2" rx="8.4" ry="3" fill="#f2a07e" stroke="#b9431b" strokeWidth="1.2" />
      <path d="M6.4 14.2c3.6 1.4 7.6 1.4 11.2 0" stroke="#f7c3ab" strokeWidth="1.4" />
    </>
  );
}

/** An open box. */
export function Dropbox() {
  return (
    <g stroke="none">
      <path d="m12 8.6 7 3.2-7 3.4-7-3.4z" fill="#0d3f99" />
      <path d="m12 8.6-7 3.2L1.8 8l7.4-3.6zM12 8.6l7 3.2L22.2 8l-7.4-3.6z" fill="#2f80ff" />
      <path d="m5 12.6 7 3.6 7-3.6v4.6l-7 3.8-7-3.8z" fill="#1a63e0" />
    </g>
  );
}

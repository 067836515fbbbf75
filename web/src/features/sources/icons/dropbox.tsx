/** An open box from above, its four flaps spread. */
export function Dropbox() {
  return (
    <>
      <g fill="#1f6feb" stroke="#1f6feb" strokeWidth=".8">
        <path d="m7.2 4 4 2.6-4 2.6-4-2.6zM16.8 4l4 2.6-4 2.6-4-2.6zM7.2 10.4l4 2.6-4 2.6-4-2.6zM16.8 10.4l4 2.6-4 2.6-4-2.6z" />
        <path d="M8.4 18h7.2L12 20.4z" opacity=".65" />
      </g>
    </>
  );
}

/** A tray with an arrow up: files from the device. */
export function Uploads() {
  return (
    <g stroke="#1b9386" strokeWidth="2">
      <path d="M4 15.5v3.2a1.6 1.6 0 0 0 1.6 1.6h12.8a1.6 1.6 0 0 0 1.6-1.6v-3.2" />
      <path d="M12 15.5V4.2M7.4 8.6 12 4l4.6 4.6" />
    </g>
  );
}

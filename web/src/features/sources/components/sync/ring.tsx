import classes from './ring.module.css';

const RADIUS = 8;
const LENGTH = 2 * Math.PI * RADIUS;

/** Progress as a ring; a part of it rotates while the progress is unknown. */
export function Ring({ percent }: { percent: number | null }) {
  const drawn = LENGTH * ((percent ?? 25) / 100);
  return (
    <svg className={classes.ring} width={20} height={20} viewBox="0 0 20 20" aria-hidden>
      <circle className={classes.track} cx={10} cy={10} r={RADIUS} />
      <circle
        className={classes.done}
        data-turning={percent === null || undefined}
        cx={10}
        cy={10}
        r={RADIUS}
        strokeDasharray={`${drawn} ${LENGTH}`}
      />
    </svg>
  );
}

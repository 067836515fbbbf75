import { parseArgs } from 'node:util';
import { makeCertificate } from './front.ts';

/** What `bench/sync.ts` and `bench/transfer.ts` take: their own comments say what it does. */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      case: { type: 'string' },
      scale: { type: 'string', default: '1' },
      delay: { type: 'string' },
      'no-rclone': { type: 'boolean', default: false },
      tls: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const scale = Number(values.scale);
  const certificate = values.tls ? makeCertificate() : undefined;
  const environment: Record<string, string> = {
    ...(values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
    ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.file }),
  };
  return {
    scale,
    scaled: (count: number) => Math.max(10, Math.round(count * scale)),
    delay: values.delay === undefined ? undefined : Number(values.delay),
    skipsRclone: values['no-rclone'],
    certificate,
    environment,
    isWanted: (name: string) => values.case === undefined || values.case === name,
  };
}

/** Above the lines of `report`. */
export const printHeading = (delay: number): void =>
  console.log(
    `${(delay === 0 ? 'Answers as they come' : `Every answer ${delay} ms later`).padEnd(38)}    Sheaf    rclone     probe`,
  );

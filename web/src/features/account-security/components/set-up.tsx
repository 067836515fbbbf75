import { useState } from 'react';
import { knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';
import { SetUpPassword } from './set-up-password.tsx';

interface SetUpProps {
  /** Whether the server has an address at which browsers support passkeys. */
  passkeysAvailable: boolean;
  /** Without it, the setup can’t be canceled. */
  onCancel?: () => void;
  /** Called when it is on and the recovery codes are shown: from here on they can be lost. */
  onOn?: () => void;
  onDone(): void;
}

/** Three steps: the password, the authenticator app or a passkey, the recovery codes. */
export function SetUp({ passkeysAvailable, onCancel, onOn, onDone }: SetUpProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const turnedOn = (shown: string[]) => {
    setCodes(shown);
    onOn?.();
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <ScanStep {...begun} onConfirmed={turnedOn} onCancel={onCancel} />;
  return (
    <SetUpPassword
      withPasskey={passkeysAvailable && knowsPasskeys()}
      onBegin={setBegun}
      onTurnedOn={turnedOn}
      onCancel={onCancel}
    />
  );
}

import { useState } from 'react';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';
import { SetUpPassword } from './set-up-password.tsx';

interface SetUpProps {
  /** Without it, there is no way out but through. */
  onCancel?: () => void;
  /** It is on, and the recovery codes are shown: from here on they can be lost. */
  onOn?: () => void;
  onDone(): void;
}

/** Three steps: the password, the authenticator app, the recovery codes. */
export function SetUp({ onCancel, onOn, onDone }: SetUpProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!begun) return <SetUpPassword onBegun={setBegun} onCancel={onCancel} />;
  const turnedOn = (shown: string[]) => {
    setCodes(shown);
    onOn?.();
  };
  return <ScanStep {...begun} onConfirmed={turnedOn} onCancel={onCancel} />;
}

import { Button } from '@mantine/core';
import { ApiError, limits } from '@sheaf/contract';
import { useEffect, useState } from 'react';

interface ResendButtonProps {
  /** Rejects with the server's refusal; its Retry-After then sets the countdown. */
  send(): Promise<unknown>;
  /** Seconds to wait at first, if a code has just been sent. */
  wait?: number;
  fullWidth?: boolean;
}

/** Sends another code, at most one a minute. */
export function ResendButton({ send, wait = 0, fullWidth }: ResendButtonProps) {
  const [seconds, start] = useCountdown(wait);

  const resend = async () => {
    start(limits.codeResendSeconds);
    try {
      await send();
    } catch (error) {
      start((error instanceof ApiError && error.retryAfter) || 0);
    }
  };

  return (
    <Button variant="default" fullWidth={fullWidth} disabled={seconds > 0} onClick={resend}>
      {seconds > 0 ? `Send again in ${seconds} s` : 'Send a new code'}
    </Button>
  );
}

/** Counts down the seconds left, and can start again. Uses the clock, so a sleeping tab does not stop it. */
function useCountdown(initialSeconds: number): [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initialSeconds * 1000);
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const running = seconds > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);

  const start = (from: number) => {
    setNow(Date.now());
    setEnd(Date.now() + from * 1000);
  };
  return [seconds, start];
}

import { Button } from '@mantine/core';
import { ApiError, limits } from '@sheaf/contract';
import { useCountdown } from './use-countdown.ts';

interface ResendButtonProps {
  /** Rejects with the server's refusal; its Retry-After then sets the countdown. */
  send(): Promise<unknown>;
  /** Seconds to wait from the start, where a code has just been sent. */
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

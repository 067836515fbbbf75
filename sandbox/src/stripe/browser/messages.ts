/** What the page and the frames of the script say to each other. Nothing here has room for a digit of a card. */

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';

export interface ElementStyle {
  base?: Record<string, unknown>;
  invalid?: Record<string, unknown>;
}

export interface ElementOptions {
  style?: ElementStyle;
  placeholder?: string;
  disabled?: boolean;
  classes?: Partial<Record<'base' | 'complete' | 'empty' | 'focus' | 'invalid', string>>;
}

export interface ShownError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
}

export interface ChangeEvent {
  elementType: ElementType;
  empty: boolean;
  complete: boolean;
  brand?: string;
  error: ShownError | undefined;
}

export interface Confirmation {
  kind: 'setup_intents' | 'payment_intents';
  key: string;
  clientSecret: string;
  /** A card that is saved already; otherwise the one in the fields. */
  paymentMethod: string | null;
  billing: { name?: string; email?: string; phone?: string };
}

export interface Intent {
  id: string;
  object: 'setup_intent' | 'payment_intent';
  status: string;
  last_setup_error?: ShownError | null;
  last_payment_error?: ShownError | null;
}

export type Answer = { intent: Intent; error?: undefined } | { intent?: undefined; error: ShownError };

export type ToFrame =
  | { say: 'update'; options: ElementOptions }
  | { say: 'focus' | 'blur' | 'clear' }
  | { say: 'confirm'; id: number; confirmation: Confirmation }
  | { say: 'retrieve'; id: number; confirmation: Confirmation }
  | { say: 'authenticate'; id: number; confirmation: Confirmation };

export type FromFrame =
  | { say: 'ready'; height: number }
  | { say: 'focus' | 'blur' | 'escape' }
  | { say: 'change'; event: ChangeEvent }
  | { say: 'answer'; id: number; answer: Answer };

/** The messages between the page and the script’s frames. None of them can contain a card’s digits. */

export type ElementType = 'cardNumber' | 'cardExpiry' | 'cardCvc';

export interface ElementStyle {
  base?: Record<string, unknown>;
  invalid?: Record<string, unknown>;
}

export interface ElementOptions {
  style?: ElementStyle;
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
  key: string;
  clientSecret: string;
  billing: { name?: string };
}

export interface Intent {
  id: string;
  status: string;
  last_setup_error?: ShownError | null;
}

export type Answer = { intent: Intent; error?: undefined } | { intent?: undefined; error: ShownError };

export type ToFrame =
  | { say: 'update'; options: ElementOptions }
  | { say: 'focus' }
  | { say: 'confirm' | 'authenticate'; id: number; confirmation: Confirmation };

export type FromFrame =
  | { say: 'ready'; height: number }
  | { say: 'focus' | 'blur' | 'escape' }
  | { say: 'change'; event: ChangeEvent }
  | { say: 'answer'; id: number; answer: Answer };

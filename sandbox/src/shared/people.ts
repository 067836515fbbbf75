/** The people with an account at the sandbox clouds: the same three everywhere, to choose from on a consent page. */
export interface Person {
  key: 'ada' | 'bruno' | 'chen';
  name: string;
  email: string;
}

export const people: readonly Person[] = [
  { key: 'ada', name: 'Ada Lindqvist', email: 'ada@example.com' },
  { key: 'bruno', name: 'Bruno Costa', email: 'bruno@example.com' },
  { key: 'chen', name: 'Chen Wei', email: 'chen@example.com' },
];

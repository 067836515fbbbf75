/** Who writes to whom in the samples. */
export const addresses = {
  ada: 'Ada Lindqvist <ada@example.com>',
  bruno: 'Bruno Costa <bruno@example.com>',
  chen: 'Chen Wei <chen@example.com>',
  dana: 'Dana Moreau <dana@example.com>',
  maren: 'Maren Halden <maren@halden.example>',
  oskar: 'Oskar Kestrel <oskar@kestrel.example>',
  city: 'Building Permits <permits@city.example>',
  surveyor: '"Yusuf Demir, Survey" <yusuf@quarry.example>',
  press: 'Noémie Laurent <noemie@journal.example>',
  shop: 'Northwind Paper <billing@northwind.example>',
  lena: 'Lena Brandt <lena.brandt@northwind.example>',
  helen: 'Helen Osei <helen@meridian.example>',
  heritage: '"Dr. Amrei Vogt, Heritage Office" <vogt@city.example>',
  landlord: 'Torben Claasen <claasen@hafenspeicher.example>',
  claire: 'Claire Fontaine <claire@solstice.example>',
  spam: 'Prize Office <winner@prizes.example>',
} as const;

type Who = keyof typeof addresses;

export interface Note {
  from: Who;
  to: readonly Who[];
  cc?: readonly Who[];
  /** Days after the first one, and hours into the day. */
  day: number;
  hour: number;
  text: string;
  html?: string;
  /** Made by their extension; with a content id, shown within the HTML. */
  files?: readonly { name: string; contentId?: string }[];
  isUnread?: boolean;
  isStarred?: boolean;
  isDraft?: boolean;
}

export interface Conversation {
  subject: string;
  label?: 'Clients' | 'Projects/Harbour' | 'Projects/Atelier' | 'Receipts';
  /** Where those who receive it have it: the inbox unless given; archived mail has none of these labels. */
  box?: 'INBOX' | 'SPAM' | 'TRASH' | 'archive';
  notes: readonly Note[];
}

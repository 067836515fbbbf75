import type { Conversation } from '../conversation.ts';

/** Mail about invoices, fees and costs, which refers to the documents of the studio. */
export const aboutMoney: readonly Conversation[] = [
  {
    subject: 'Northwind: open invoices',
    label: 'Clients',
    notes: [
      {
        from: 'bruno',
        to: ['lena'],
        cc: ['ada'],
        day: 99,
        hour: 10.3,
        text: 'Dear Lena,\n\nattached is a friendly reminder of invoices 2026-007 and 2026-012. Could you find out where they got stuck?\n\nBruno',
      },
      {
        from: 'lena',
        to: ['bruno'],
        cc: ['ada'],
        day: 101,
        hour: 15.1,
        text: 'Dear Bruno,\n\nthis is embarrassing. Our accounts department moved to a new program in February, and invoices from before the move were filed as settled. I have asked them to pay both at once.\n\nLena',
      },
      {
        from: 'lena',
        to: ['bruno'],
        cc: ['ada'],
        day: 127,
        hour: 9.6,
        text: 'Good morning Bruno, I was told that invoice 2026-007 was paid yesterday, 11 May, in full. The smaller one follows with the next run at the end of the month.\n\nLena',
      },
      {
        from: 'ada',
        to: ['lena'],
        cc: ['bruno'],
        day: 127,
        hour: 11.2,
        text: 'Thank you, Lena. We look forward to the opening more than to the money, but only a little.',
      },
    ],
  },
  {
    subject: 'Halden: two more weeks for the April instalment',
    label: 'Clients',
    notes: [
      {
        from: 'maren',
        to: ['ada'],
        day: 119,
        hour: 8.4,
        text: 'Dear Ada,\n\nour bank changes its system in the middle of May and asks us to make no foreign transfers for a fortnight. May we pay the April instalment two weeks later?\n\nMaren',
      },
      {
        from: 'ada',
        to: ['maren'],
        cc: ['bruno'],
        day: 119,
        hour: 12.7,
        text: 'Dear Maren,\n\nof course. 4 June is fine, and we do not charge anything for it. Please tell Erik that the buns were excellent.\n\nAda',
      },
    ],
  },
  {
    subject: 'Building cost of the boathouse',
    label: 'Projects/Harbour',
    notes: [
      {
        from: 'bruno',
        to: ['ada'],
        cc: ['chen'],
        day: 22,
        hour: 9.1,
        text: 'Ada, Erik spoke of 2.6 million at the kick-off, but the agreement says 2.4. Which figure is our fee based on?',
      },
      {
        from: 'ada',
        to: ['bruno'],
        cc: ['chen'],
        day: 22,
        hour: 9.9,
        text: 'The signed one. Erik counted the keeper’s flat twice, I asked Maren. The estimate stays at 2.4 million, and so does our percentage.',
      },
    ],
  },
  {
    subject: 'Subsidy for the east wall',
    label: 'Projects/Harbour',
    notes: [
      {
        from: 'heritage',
        to: ['ada'],
        day: 143,
        hour: 14.2,
        text: 'Dear Ms. Lindqvist,\n\nyour application of 4 March was approved. The office contributes 82,500 euros to the restoration of the east wall. The amount is paid in two halves: when the scaffold stands and after our final inspection.\n\nPlease do not begin before you have the written decision, which is on its way by post.\n\nDr. Amrei Vogt',
        isStarred: true,
      },
      {
        from: 'ada',
        to: ['bruno', 'chen'],
        day: 143,
        hour: 14.6,
        text: 'Look at this! Bruno, can we put it into the forecast? Chen, nobody touches a brick until the letter is here.',
      },
    ],
  },
  {
    subject: 'Steel for Quay 4: which quote?',
    label: 'Projects/Harbour',
    notes: [
      {
        from: 'bruno',
        to: ['ada', 'chen'],
        day: 128,
        hour: 16.8,
        text: 'Lindgren is cheaper on paper, but without a crane. Renting one for eleven days costs us about 13,000. So Kestrel wins by roughly 4,500, and we save a contract.',
      },
      {
        from: 'chen',
        to: ['bruno', 'ada'],
        day: 128,
        hour: 17.2,
        text: 'Lindgren’s coating is guaranteed for three years longer. Beside salt water that is worth something to me.',
      },
      {
        from: 'ada',
        to: ['bruno', 'chen'],
        day: 129,
        hour: 8.9,
        text: 'I have slept on it: we order from Lindgren and borrow the crane from Harms, who has it on site anyway. He asks 5,200 for the eleven days.',
      },
    ],
  },
];

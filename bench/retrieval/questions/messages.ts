import { after, before } from './question.ts';

const openInvoices = 'Northwind: open invoices';

/** Answered in mails and chats. */
export const messages = [
  ...before([
    [
      'Why did Northwind not pay our invoices in spring?',
      [
        openInvoices,
        'Our accounts department moved to a new program in February, and invoices from before the move were filed as settled.',
      ],
    ],
    [
      'When was invoice 2026-007 paid, according to Lena?',
      [openInvoices, 'I was told that invoice 2026-007 was paid yesterday, 11 May, in full.'],
      ['#finance', 'Lena writes that 2026-007 was paid yesterday.'],
    ],
    [
      'Until when may Halden pay the April instalment?',
      ['Halden: two more weeks for the April instalment', '4 June is fine, and we do not charge anything for it.'],
      ['Open items May 2026.xlsx', 'two more weeks granted by Ada, until 2026-06-04'],
    ],
    [
      'How much does the heritage office contribute to the east wall?',
      ['Subsidy for the east wall', 'The office contributes 82,500 euros to the restoration of the east wall.'],
    ],
    [
      'From whom do we order the steel for Quay 4?',
      [
        'Steel for Quay 4: which quote?',
        'I have slept on it: we order from Lindgren and borrow the crane from Harms, who has it on site anyway.',
      ],
      ['Bruno Costa', 'I ordered the steel from Lindgren.'],
    ],
    [
      'What would Kestrel give for a toilet at the landing?',
      ['A toilet at the ferry landing', 'we give up to 25,000 for the cabin, not a cent for running it.'],
    ],
    [
      'How long does the timber staircase stand when the sprinklers fail?',
      ['Fire brigade and visible timber', 'Ninety minutes, if the treads are twelve centimetres thick.'],
    ],
    [
      'When and where do we meet Captain Brockmann?',
      [
        'Fire brigade and visible timber',
        'Captain Brockmann can see you on 9 June at ten, in the station at the fish market.',
      ],
    ],
    [
      'What present does Elif get for her farewell?',
      [
        'Elif’s farewell',
        'I collect for a present until Thursday: she wants the brass compass from the shop at the customs house, 135 euros.',
      ],
    ],
    ['When is the summer party?', ['#general', 'Summer party: July 3 on the quay, from five.']],
    [
      'What did Ingrid say about piles 14 and 15?',
      ['#harbour', 'piles 14 and 15 can stay, they only need collars of steel.'],
    ],
    [
      'Which offer of Hansa Mutual do we take?',
      ['#finance', 'Two million with our share raised to ten thousand would be 9 720 a year.'],
    ],
    ['What raise does Bruno suggest for Chen?', ['Bruno Costa', 'He leads the landing alone. I would say 4 700.']],
  ]),
  ...after([
    [
      'What does Harms ask for his crane?',
      ['Steel for Quay 4: which quote?', 'He asks 5,200 for the eleven days.'],
      ['Bruno Costa', 'Harms lends us his crane for 5 200.'],
    ],
    [
      'When is the lift at Kaiweg serviced?',
      ['#general', 'The lift at Kaiweg is serviced on May 27.'],
      ['Schlüssel für den Keller', 'Die Firma kommt nun am 27. Mai.'],
    ],
    ['Did the biologist find bats in the roof?', ['#harbour', 'The biologist found no bats in the roof.']],
    [
      'How many pictures of the lighthouse may the journal print for free?',
      ['Pictures of the lighthouse for the journal', 'three are free until October, with Farid’s name beside them.'],
    ],
    [
      'Which remarks did the auditor make?',
      [
        '#finance',
        'Two remarks: the inventory was not signed, and she wants the guest list for the dinner with Meridian.',
      ],
    ],
    [
      'When is the model for the investors ready?',
      ['#atelier', 'The model for the investors: 1:100, with light in six flats. Ready on June 22.'],
    ],
    [
      'Which building cost is our fee for the boathouse based on?',
      ['Building cost of the boathouse', 'The estimate stays at 2.4 million, and so does our percentage.'],
      [
        'Halden agreement.pdf',
        'The parties estimate the building cost at 2,400,000 euros, which makes a fee of 276,000 euros.',
      ],
    ],
    ['Who has the key to the ferry landing?', ['#harbour', 'At the reception, ask for Milo.']],
  ]),
];

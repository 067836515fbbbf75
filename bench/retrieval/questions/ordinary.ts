import { after, before } from './question.ts';

const northwind = 'Northwind agreement.docx';
const halden = 'Halden agreement.pdf';

/** As people ask who know roughly what the document says. */
export const ordinary = [
  ...before([
    [
      'What is the fee in the agreement with Northwind?',
      [northwind, 'The fee is a lump sum of 148,000 euros plus value added tax.'],
    ],
    [
      'How much notice is needed to end the Northwind agreement?',
      [northwind, "Either side may end this agreement with three months' notice to the end of a calendar month."],
    ],
    [
      'What do we pay Northwind for each working day of delay?',
      [
        northwind,
        'If the Studio is to blame for a delay, it pays the Client 500 euros for each working day, but never more than 15,000 euros altogether.',
      ],
    ],
    [
      'What percentage of the building cost is our fee for the boathouse?',
      [halden, 'The fee is 11.5 percent of the building cost.'],
    ],
    [
      'How many years do we answer for the drawings of the boathouse?',
      [halden, 'The Studio answers for its drawings for five years after the handover.'],
    ],
    [
      'When must the ferry landing be ready for passengers?',
      [
        'Kestrel agreement.docx',
        'The landing must be ready for passengers on 15 September 2026, the first day of the autumn timetable.',
      ],
    ],
    [
      'How big is the advance from Meridian, and when is it paid?',
      [
        'Meridian letter of intent.pdf',
        'To keep the model makers at work until then, Meridian pays the Studio an advance of 60,000 euros by 1 July 2026.',
      ],
    ],
    [
      'What does Farid Nasser receive for a day of work?',
      ['Farid Nasser photo licence.pdf', 'For each day of work he receives 850 euros.'],
    ],
    ['What is the monthly rate of the plotter lease?', ['Plotter lease.pdf', 'The monthly rate is 164 euros.']],
    [
      'When was invoice 2026-007 due?',
      ['Invoice 2026-007 Northwind.pdf', 'Date: 29 January 2026. Due: 28 February 2026.'],
      [
        'Reminder Northwind April.docx',
        '2026-007 of 29 January over 35,224.00 euros, due on 28 February, and 2026-012 of 2 March over 8,092.00 euros, due on 1 April.',
      ],
      ['Open items May 2026.xlsx', '2026-007 | Northwind Paper | 2026-01-29 | 2026-02-28 | 35224 | overdue'],
    ],
    [
      'How much do the two open Northwind invoices make together?',
      ['Reminder Northwind April.docx', 'Together they make 43,316.00 euros.'],
      ['Cash forecast.xlsx', 'If Northwind pays both open invoices, 43316 euros are added in June.'],
    ],
    [
      'Is invoice 2026-012 paid or overdue in the list of open items?',
      [
        'Open items May 2026.xlsx',
        '2026-012 | Northwind Paper | 2026-03-02 | 2026-04-01 | 8092 | overdue | reminder 2026-04-14',
      ],
    ],
    [
      'How much is in the budget 2026 for travel?',
      ['Studio budget 2026.xlsx', 'Travel | 16500 | includes Lyon and Zürich'],
    ],
    [
      'How many days of holiday a year do we have since 2026?',
      ['Holiday policy 2026.docx', 'Everybody who works five days a week has 30 days of holiday a year.'],
    ],
    [
      'What may a hotel in Zürich cost a night?',
      ['Travel and expenses.docx', 'Hotels may cost up to 140 euros a night, in Zürich, Oslo and London up to 190.'],
    ],
    [
      'What profit did the Studio make in 2025?',
      ['Year-end report 2025.docx', 'Costs were 718,900 euros, so a profit of 42,500 euros remains before tax.'],
    ],
    [
      'Who is the auditor and when does she come?',
      ['Audit preparation.md', 'The auditor, Ms. Keller of Keller & Brandt, comes at nine and stays until four.'],
    ],
    [
      'What does the heritage office demand for the new windows?',
      ['Heritage office visit minutes.md', 'New windows have the old division into twelve panes.'],
    ],
    [
      'Which builder sent the lowest tender for the Northwind showroom?',
      [
        'Northwind tender minutes.docx',
        'The lowest is Baugesellschaft Ilmenau with 612,000 euros, the highest 748,500 euros.',
      ],
    ],
    [
      'What did the board decide about a second plotter?',
      ['Board minutes February 2026.docx', 'The board postponed it until the move is paid.'],
    ],
    [
      'How high is the canopy of the ferry landing?',
      ['Neighbours meeting notes.txt', 'View: the canopy of the ferry landing is 3.4 metres high.'],
    ],
    [
      'How many skylights does the daylight study propose for the cutting hall?',
      [
        'Daylight study Northwind.pdf',
        'Three skylights of two by four metres along the ridge give 420 lux on the tables in the middle, provided that the beams are painted white.',
      ],
      [
        'Invoice 2026-012 Northwind.pdf',
        'The study shows that three skylights are enough for the tables in the middle, provided that the beams are painted white.',
      ],
    ],
    [
      'When is the backup of the server made?',
      ['IT hand-over.md', "Every night at two o'clock everything is copied to a second machine at Bruno's home."],
    ],
    [
      'How much of each liability case does the Studio bear itself?',
      ['Professional liability policy.pdf', 'The Studio bears the first 5,000 euros of each case itself.'],
    ],
    [
      'By when do entries for the library in Sandvik have to reach the town hall?',
      [
        'Library competition rules.pdf',
        'Entries reach the town hall by 28 August 2026, noon; the postmark does not count.',
      ],
    ],
    [
      'What notice period does Chen Wei have after the trial period?',
      ['Employment agreement Chen Wei.docx', 'After that the notice period is eight weeks to the end of a month.'],
    ],
    [
      'What does Block C cost with timber and with steel?',
      ['Block C timber.pptx', '4.173 million euros with timber, 4.017 million with steel.'],
      ['Meridian forecast.xlsx', '13 | Total | 4173000 | 4017000'],
    ],
  ]),
  ...after([
    ['How long do our offers hold?', ['General terms.pdf', 'Our offers are free of charge and hold for sixty days.']],
    [
      'What is the price of Solberg Engineers for the boathouse?',
      ['Solberg engineers.docx', 'The price for all phases is 41,000 euros plus value added tax.'],
    ],
    [
      'On which day does everybody come to the office?',
      [
        'Working from home.md',
        'Wednesday is our common day: then everybody who is not ill or on holiday comes to the office, because we look at all projects together at eleven.',
      ],
    ],
    ['Until when is our domain registered?', ['IT hand-over.md', 'It is registered until 14 March 2028.']],
    [
      'How many people does the lift in the showroom carry?',
      ['Showroom operations manual.docx', 'It carries eight people or 630 kilograms.'],
    ],
    [
      'How long and how wide is the hall of the boathouse?',
      ['Boathouse design report.pdf', 'The hall is 38 metres long and 14 metres wide.'],
    ],
    [
      'For how many years do we keep contracts and invoices?',
      [
        'Studio handbook.docx',
        'Contracts, invoices and drawings of built projects are kept for ten years after the handover, statics for thirty.',
      ],
    ],
    [
      'What does the quote of Kestrel Steel come to without the crane?',
      ['Quote Kestrel Steel.pdf', 'Without the crane the price is 103,600 euros.'],
    ],
    [
      'When does our new website go online?',
      ['Website brief.md', 'It goes online on 15 July 2026, before the summer holidays.'],
    ],
    [
      'To which date did the amendment move the completion of the showroom?',
      ['Northwind amendment 1.pdf', 'the date of completion is moved from 29 May 2026 to 30 June 2026.'],
    ],
    [
      'How much does a used plotter cost?',
      [
        'Quote second plotter.txt',
        'Used plotter LF-24 from 2022, 610 millimetres wide, inspected by us: 2,900 euros plus tax.',
      ],
      ['Board minutes February 2026.docx', 'A used one would cost 2,900 euros.'],
    ],
    [
      'When does the train to Zürich leave?',
      ['Zürich itinerary.md', 'Train at 7:24 from Hamburg main station, change in Basel at 14:47, arrival at 16:00.'],
    ],
    [
      'What is the monthly limit of the card of the Studio?',
      ['Travel and expenses.docx', 'The card of the Studio is with Bruno. Its limit is 2,500 euros a month.'],
    ],
    [
      'Which course does Chen take in April?',
      ['Training plan 2026.xlsx', 'Chen Wei | Timber structures in fire | 14 and 15 April, Biel | 780'],
    ],
  ]),
];

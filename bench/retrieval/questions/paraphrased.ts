import { after, before } from './question.ts';

const northwind = 'Northwind agreement.docx';
const handOver = 'IT hand-over.md';
const holidays = 'Holiday policy 2026.docx';
const safety = 'Safety rules Quay 4.pdf';

/** In other words than those of the answer. */
export const paraphrased = [
  ...before([
    [
      'How quickly must the paper mill settle our bills?',
      [northwind, 'Invoices are due thirty days after they are received.'],
    ],
    [
      'What surcharge applies when the mill settles a bill after its deadline?',
      [northwind, 'If the Client pays late, interest of eight percent a year is added from the first day of delay.'],
    ],
    [
      'What hourly price do senior people have for additional wishes?',
      [
        northwind,
        'Changes to the approved design are ordered in writing and paid by the hour: 118 euros for partners, 92 euros for architects, 64 euros for technicians.',
      ],
    ],
    [
      'Can the boathouse client walk out halfway through?',
      [
        'Halden agreement.pdf',
        'Halden Shipping may end the agreement at the end of each phase, with notice of four weeks.',
      ],
    ],
    [
      'What do we still get for the shelter on the pier if the port says no?',
      [
        'Kestrel agreement.docx',
        'Should the harbour authority refuse the canopy, its price is not owed, apart from the hours worked until the refusal, at 92 euros each.',
      ],
    ],
    [
      'How many guests fit on the steps of the tower simultaneously?',
      ['Juniper agreement.docx', 'The staircase of the lighthouse takes no more than twelve visitors at a time.'],
      ['Lighthouse exhibition report.docx', 'No more than twelve people are on the stairs at a time.'],
    ],
    [
      'May journalists publish Farid’s shots at no charge?',
      [
        'Farid Nasser photo licence.pdf',
        'Newspapers and magazines may print up to three pictures of a project for free within one year after the opening, always with his name beside the picture.',
      ],
    ],
    [
      'Am I allowed to take my laptop abroad and do my job there in summer?',
      [
        'Working from home.md',
        'Working from another country is possible for up to four weeks a year within the European Union.',
      ],
    ],
    [
      'What happens with unused vacation in spring?',
      [
        holidays,
        'Days that are left over may be carried into the next year, up to ten of them, and must be taken by 30 June.',
      ],
    ],
    [
      'Is there any time off when I get married?',
      [holidays, 'Moving house, a wedding of your own, or the birth of a child: two extra days.'],
    ],
    [
      'By when should I submit the bills from a business trip?',
      [
        'Travel and expenses.docx',
        'Hand in your receipts within fourteen days after the journey, as photographs or on paper, to Bruno.',
      ],
    ],
    [
      'Which cutting tool may newcomers only touch after being shown how?',
      ['First week at the studio.md', 'Everybody here can use the band saw; nobody uses it without the introduction.'],
    ],
    [
      'For how long does a father keep his salary after his baby arrives?',
      [
        'Parental leave.md',
        'Both parents may stay at home for four weeks with full pay within the first year, in one piece or in two.',
      ],
    ],
    [
      'When do employees get a part of the surplus as a bonus?',
      [
        'Salary bands 2026.xlsx',
        'A fifth of the profit is shared equally among all who stayed the whole year, if it exceeds 60000 euros.',
      ],
    ],
    [
      'What should I do when a colleague goes overboard?',
      [safety, 'If somebody falls into the water: throw the ring, shout, call 112.'],
    ],
    [
      'In how strong a gale does lifting have to cease?',
      [safety, 'When the wind exceeds 14 metres a second, the crane stops; above 20 everybody leaves the scaffold.'],
    ],
    [
      'How soon must our insurer hear about a possible mistake?',
      [
        'Professional liability policy.pdf',
        'A claim, or anything that could become one, has to be reported within seven days.',
      ],
    ],
    [
      'My mobile was stolen, whom do I contact?',
      ['Passwords and devices.txt', 'If you lose a phone or a laptop, call Bruno at once, also at night.'],
    ],
    [
      'The large-format printer complains about its paper, what helps?',
      [handOver, 'If the plotter says "media error", take the roll out, turn it by hand and put it back.'],
    ],
    [
      'How damp may the air in the paper exhibition become?',
      ['Northwind showroom brief.docx', 'Relative humidity must stay between 45 and 55 percent all year.'],
    ],
    [
      'Why are fewer foundations required for the wooden variant?',
      [
        'Block C timber.pptx',
        'The building becomes a third lighter, so the base needs only 64 piles where steel would need 96.',
      ],
    ],
    [
      'Which slope can disabled travellers cope with at ebb tide?',
      [
        'Kestrel kick-off minutes.docx',
        'The gangway must not become steeper than one to eight, or wheelchairs cannot use it at low water.',
      ],
    ],
    [
      'Which oversight nearly disqualified us in the school contest?',
      [
        'Brekke school lessons.md',
        'Nobody had read the rule that names on drawings lead to exclusion; Elif removed eleven of them at two in the morning.',
      ],
    ],
    ['What became of Ms. Demir’s computer?', [handOver, "Elif's laptop was wiped and is now the reserve."]],
    [
      'At whose expense is additional drilling under the boathouse?',
      [
        'Solberg engineers.docx',
        'The old piles are assessed on the basis of the survey by Quarry; if more borings are needed, we order and pay them.',
      ],
    ],
    [
      'How long are we bound to secrecy about the financiers?',
      [
        'Meridian confidentiality agreement.pdf',
        'The duty to keep silent lasts three years from the date below, even if no contract follows.',
      ],
    ],
    [
      'How long does our liquidity allow us to employ the craftspeople?',
      ['Cash forecast.xlsx', 'Without the advance the model makers can be kept until August.'],
    ],
  ]),
  ...after([
    [
      'A builder wants to hand me an expensive watch, can I keep it?',
      [
        'Studio handbook.docx',
        'Gifts worth more than 30 euros are sent back with thanks, or raffled at the summer party.',
      ],
    ],
    [
      'Who is allowed to talk to newspapers?',
      ['Studio handbook.docx', 'Ada speaks to journalists. Others may do so if she knows of it.'],
    ],
    [
      'My kid has a fever, will I lose wages?',
      [
        'Parental leave.md',
        'Up to fifteen days a year for each parent are paid in full, after that it is the health insurance that pays.',
      ],
    ],
    [
      'What do I get back for driving my private vehicle on business?',
      ['Travel and expenses.docx', 'Your own car is paid with 30 cents a kilometre, if there was no sensible train.'],
    ],
    [
      'How high is the fine if we leak the developer’s secrets?',
      [
        'Meridian confidentiality agreement.pdf',
        'For each breach the Studio pays 10,000 euros, unless it can show that it was not at fault.',
      ],
    ],
    [
      'What happens to belongings that visitors forget at the mill?',
      ['Showroom operations manual.docx', 'Kept for three months in the grey cupboard, then given to the church.'],
    ],
    [
      'How should the wooden floor of the exhibition be cleaned?',
      ['Showroom operations manual.docx', 'The oak blocks are swept, never mopped: they swell.'],
    ],
    [
      'How do we keep seagulls from breeding on the ferry pier?',
      ['Kestrel kick-off minutes.docx', 'gulls nest on everything flat. Captain Bright suggests wires, not spikes.'],
    ],
    [
      'How much more work than intended did the school contest cause?',
      ['Brekke school lessons.md', 'Time: 612 hours against 400 planned.'],
    ],
    [
      'When can we down tools because a customer owes us money?',
      [
        'General terms.pdf',
        'If an invoice is more than forty-five days late, we may stop working after a written warning with a term of ten days.',
      ],
    ],
    [
      'Will guests get refreshments in the boathouse?',
      [
        'Boathouse design report.pdf',
        'A café was discussed and rejected, because the smell of solvents and the smell of cake do not agree.',
      ],
    ],
    [
      'Where do delicate historic sheets go, since brightness harms them?',
      [
        'Daylight study Northwind.pdf',
        'Exhibits made of old paper must not get more than 50 lux and therefore belong in the former tool room.',
      ],
    ],
    [
      'By how much did pay go up this year?',
      ['Salary bands 2026.xlsx', 'Salaries are reviewed each January. In 2026 they rose by 3.2 percent.'],
    ],
    [
      'What can I do if I want a break of several weeks from my career?',
      [
        'Holiday policy 2026.docx',
        'Once every five years you may take a sabbatical of up to three months without pay.',
      ],
    ],
  ]),
];

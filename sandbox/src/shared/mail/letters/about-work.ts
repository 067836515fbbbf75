import type { Conversation } from '../conversation.ts';

/** Projects, people and the office. */
export const aboutWork: readonly Conversation[] = [
  {
    subject: 'When does the landing open?',
    label: 'Clients',
    notes: [
      {
        from: 'oskar',
        to: ['bruno'],
        cc: ['ada'],
        day: 66,
        hour: 9.4,
        text: 'Hi Bruno, on the Tern I said 1 September. My timetable people insist on the date in the agreement. Can we still make the first?',
      },
      {
        from: 'bruno',
        to: ['oskar'],
        cc: ['ada', 'chen'],
        day: 66,
        hour: 15.5,
        text: 'Hi Oskar, the agreement says 15 September and the pontoon needs every day of that. The yard cannot deliver before 24 August. Let us keep the fifteenth.',
      },
      {
        from: 'oskar',
        to: ['bruno'],
        cc: ['ada', 'chen'],
        day: 67,
        hour: 8.1,
        text: 'Fine, the fifteenth it is. I tell the school.',
      },
    ],
  },
  {
    subject: 'A toilet at the ferry landing',
    label: 'Clients',
    notes: [
      {
        from: 'ada',
        to: ['oskar'],
        cc: ['chen'],
        day: 135,
        hour: 9.3,
        text: 'Dear Oskar,\n\nthe neighbours asked for a public toilet at the landing, all forty of them. Would Kestrel pay for one if the city cleans it?\n\nAda',
      },
      {
        from: 'oskar',
        to: ['ada'],
        cc: ['chen'],
        day: 137,
        hour: 13.8,
        text: 'Dear Ada, we give up to 25,000 for the cabin, not a cent for running it. If Dana gets a yes from the city, draw it.',
      },
    ],
  },
  {
    subject: 'Fire brigade and visible timber',
    label: 'Projects/Atelier',
    notes: [
      {
        from: 'helen',
        to: ['ada'],
        cc: ['chen'],
        day: 130,
        hour: 10.2,
        text: 'Dear Ada,\n\nCaptain Brockmann can see you on 9 June at ten, in the station at the fish market. She wants to know how long the staircase stands when the sprinklers fail.\n\nHelen Osei',
      },
      {
        from: 'chen',
        to: ['ada'],
        day: 130,
        hour: 14.4,
        text: 'Ninety minutes, if the treads are twelve centimetres thick. I bring the test report from Biel.',
      },
    ],
  },
  {
    subject: 'Schlüssel für den Keller',
    notes: [
      {
        from: 'landlord',
        to: ['bruno'],
        cc: ['ada'],
        day: 105,
        hour: 8.6,
        text: 'Sehr geehrter Herr Costa,\n\ndie Schlüssel für den Lagerraum können Sie ab Mittwoch beim Hausmeister abholen. Bitte bringen Sie den unterschriebenen Mietvertrag mit. Der Aufzug wird in der Woche vom 18. Mai gewartet und steht dann zwei Tage still.\n\nMit freundlichen Grüßen\nTorben Claasen',
      },
      {
        from: 'bruno',
        to: ['landlord'],
        cc: ['ada'],
        day: 105,
        hour: 11,
        text: 'Vielen Dank, Herr Claasen. Ich komme am Donnerstag um neun. Wegen der Modelle brauchen wir den Aufzug am 20. Mai unbedingt; können Sie die Wartung um eine Woche verschieben?',
      },
      {
        from: 'landlord',
        to: ['bruno'],
        cc: ['ada'],
        day: 106,
        hour: 9.2,
        text: 'Die Firma kommt nun am 27. Mai. Ich hoffe, das hilft Ihnen.',
      },
    ],
  },
  {
    subject: 'Rapport final : une date plus proche ?',
    label: 'Clients',
    notes: [
      {
        from: 'claire',
        to: ['ada'],
        cc: ['chen'],
        day: 141,
        hour: 9.7,
        text: 'Chère Ada,\n\nmerci encore pour ces trois journées magnifiques. La banque a avancé sa réunion au 16 juin. Pourriez-vous nous envoyer au moins le chapitre sur les coûts avant le 12 ?\n\nClaire Fontaine',
      },
      {
        from: 'ada',
        to: ['claire'],
        cc: ['chen'],
        day: 142,
        hour: 8.8,
        text: 'Chère Claire,\n\nle chapitre sur les coûts sera chez vous le 10 juin au soir. Le rapport complet suivra comme prévu à la fin du mois, avec les essais de charge.\n\nAda',
      },
    ],
  },
  {
    subject: 'Pictures of the lighthouse for the journal',
    label: 'Projects/Atelier',
    notes: [
      {
        from: 'press',
        to: ['ada'],
        day: 88,
        hour: 10.6,
        text: 'Chère Ada,\n\nnous aimerions publier cinq photographies du phare dans le numéro de juin. Est-ce gratuit ?\n\nNoémie',
      },
      {
        from: 'ada',
        to: ['press'],
        day: 88,
        hour: 16.1,
        text: 'Dear Noémie,\n\nthree are free until October, with Farid’s name beside them. For the other two please write to him directly, he decides about these himself.\n\nAda',
      },
    ],
  },
  {
    subject: 'Elif’s farewell',
    notes: [
      {
        from: 'bruno',
        to: ['ada', 'chen', 'dana'],
        day: 112,
        hour: 13.3,
        text: 'Elif leaves on 4 May. I collect for a present until Thursday: she wants the brass compass from the shop at the customs house, 135 euros. Please do not tell her.',
      },
      { from: 'dana', to: ['bruno'], cc: ['ada', 'chen'], day: 112, hour: 14, text: 'I am in, with twenty.' },
      {
        from: 'chen',
        to: ['bruno'],
        cc: ['ada', 'dana'],
        day: 113,
        hour: 8.2,
        text: 'Me too. And I engrave her name on the lid, the laser can do brass if one goes slowly.',
      },
    ],
  },
];

import { after, before } from './question.ts';

const lease = 'Mietvertrag Kaiweg 12.pdf';

/** German and French documents, asked in their language. */
export const languages = [
  ...before([
    ['Wie hoch ist die monatliche Miete im Kaiweg?', [lease, 'Die monatliche Miete beträgt 6.480 Euro.']],
    [
      'Bis wann läuft der Mietvertrag für das neue Büro?',
      [lease, 'Das Mietverhältnis beginnt am 1. Mai 2026 und ist fest bis zum 30. April 2031.'],
    ],
    [
      'Wer zahlt kleine Reparaturen im Büro?',
      [lease, 'Kleine Reparaturen bis 250 Euro im Einzelfall trägt die Mieterin, höchstens jedoch 1.500 Euro im Jahr.'],
    ],
    [
      'Sind wir im Kaiweg gegen Hochwasser versichert?',
      [
        'Inhaltsversicherung Kaiweg.pdf',
        'Schäden durch Hochwasser und Sturmflut sind nicht versichert, weil das Haus außerhalb der Deichlinie steht.',
      ],
    ],
    [
      'Warum liegt die Baustelle hinter dem Plan?',
      [
        'Protokoll Baubesprechung 7.docx',
        'Die Arbeiten liegen sechs Tage hinter dem Plan, weil das Hochwasser vom 17. April die Baustelle überflutet hat.',
      ],
    ],
    [
      'Bis wann gilt der Preis von Lindgren für den Stahl?',
      ['Angebot Lindgren Stahlbau.pdf', 'An diesen Preis halten wir uns bis zum 15. Juni gebunden.'],
    ],
    [
      'Wo treffen wir uns, wenn es im Büro brennt?',
      ['Hausordnung Kaiweg.docx', 'Im Brandfall sammeln wir uns vor dem Blumenladen auf der anderen Straßenseite.'],
    ],
    [
      'Quel est le montant des honoraires pour l’étude de Solstice ?',
      ['Convention Solstice.docx', 'Les honoraires sont fixés à 18 900 euros hors taxes.'],
    ],
    [
      'Quelle pénalité payons-nous à Solstice en cas de retard ?',
      [
        'Convention Solstice.docx',
        "En cas de retard imputable au bureau d'études, une pénalité de 75 euros par jour calendaire est déduite du solde.",
      ],
    ],
    [
      'Quand a lieu l’atelier avec les futurs occupants de la filature ?',
      [
        'Compte rendu Solstice.docx',
        "L'atelier avec les futurs occupants aura lieu du 18 au 20 mai dans la salle des métiers.",
      ],
      ['Voyage à Lyon.md', 'Atelier dans la salle des métiers, de 9 heures à 17 heures.'],
    ],
    [
      'Quel problème pose la peinture des fenêtres ?',
      ['Rapport réemploi Vaise.docx', 'La peinture des fenêtres contient du plomb.'],
    ],
    [
      'Combien de lots peuvent être réutilisés sans transformation ?',
      [
        'Facture F-2026-02 Solstice.pdf',
        "L'inventaire recense 214 lots de matériaux, dont 86 peuvent être réutilisés sans transformation.",
      ],
      ['Rapport réemploi Vaise.docx', 'Sur les 214 lots recensés, 86 sont réutilisables tels quels'],
    ],
    [
      'Quand Solstice reçoit-elle le chapitre sur les coûts ?',
      ['Rapport final : une date plus proche ?', 'le chapitre sur les coûts sera chez vous le 10 juin au soir.'],
    ],
  ]),
  ...after([
    [
      'An welchen Tagen wird das Büro gereinigt?',
      ['Reinigungsvertrag.pdf', 'Gereinigt wird montags, mittwochs und freitags ab 18.30 Uhr.'],
    ],
    [
      'Was kostet das Gerüst in jeder weiteren Woche?',
      ['Angebot Gerüstbau Petersen.docx', 'Jede weitere Woche berechnen wir mit 380 Euro.'],
    ],
    [
      'Bis wann müssen wir dem Finanzamt die neue Anschrift mitteilen?',
      ['Schreiben Finanzamt.pdf', 'Ihre neue Anschrift teilen Sie uns bitte bis zum 31. Mai 2026 mit.'],
    ],
    [
      'Wann bekommen wir die Kaution für die Lagerhausstraße zurück?',
      [
        'Bestätigung der Kündigung Lagerhausstraße.docx',
        'Ihre Kaution von 9.600 Euro zahlen wir nach der Abrechnung der Nebenkosten zurück, voraussichtlich im September 2026.',
      ],
    ],
    [
      'Warum wird die Ostwand nicht gedämmt?',
      [
        'Energiekonzept Bootshaus.pdf',
        'Die Ostwand bleibt ohne Dämmung, weil sonst Feuchtigkeit im Mauerwerk gefangen würde.',
      ],
    ],
    [
      'Combien coûte une nuit à l’hôtel à Lyon ?',
      ['Voyage à Lyon.md', 'Les chambres coûtent 96 euros par nuit, petit déjeuner compris.'],
    ],
    [
      'Où a-t-on trouvé de l’amiante ?',
      ['Inventaire Vaise.docx', "De l'amiante a été trouvé dans les conduits de la chaufferie et nulle part ailleurs."],
    ],
    [
      'Avec quel préavis peut-on résilier la convention ?',
      [
        'Convention Solstice.docx',
        'Chaque partie peut résilier la convention par lettre recommandée avec un préavis de deux mois.',
      ],
    ],
  ]),
];

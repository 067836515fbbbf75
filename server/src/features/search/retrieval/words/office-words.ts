/**
 * Office words in English | German | French with the same meaning, in several forms if stems differ. The included word
 * table compares meanings in English only; with these, a question in one language finds the answer in another.
 */
const rows = `
agreement contract | Vertrag Vereinbarung | contrat convention accord
lease tenancy | Mietvertrag Mietverhältnis Pachtvertrag | bail location
rent rental | Miete Monatsmiete Pacht | loyer
deposit | Kaution Anzahlung | caution dépôt acompte
tenant lessee | Mieter Mieterin | locataire
landlord lessor | Vermieter Vermieterin | bailleur propriétaire
notice termination terminate cancel cancellation | Kündigung Kündigungsfrist kündigen gekündigt | préavis résiliation résilier
deadline period term | Frist Zeitraum Laufzeit | délai échéance durée
renewal renew extend extension | Verlängerung verlängern verlängert | renouvellement renouveler prolongation
signature signed sign | Unterschrift unterschrieben unterzeichnet | signature signé
invoice bill | Rechnung | facture
reminder | Mahnung Zahlungserinnerung | rappel relance
payment pay paid | Zahlung zahlen bezahlt gezahlt | paiement payer payé versement
due | fällig Fälligkeit | échéance dû
overdue late delay | überfällig verspätet Verzug Verspätung | retard impayé
penalty fine | Vertragsstrafe Strafe Bußgeld | pénalité amende
interest | Zinsen Verzugszinsen | intérêts
fee fees | Honorar Gebühr Entgelt | honoraires frais
price | Preis | prix tarif
cost costs | Kosten | coût coûts
budget | Budget Haushalt | budget
amount sum | Betrag Summe | montant somme
tax taxes | Steuer Umsatzsteuer Mehrwertsteuer | taxe impôt TVA
discount | Rabatt Skonto Nachlass | remise escompte
offer quote quotation | Angebot Kostenvoranschlag | offre devis
order | Auftrag Bestellung bestellen | commande commander
delivery deliver delivered | Lieferung liefern geliefert | livraison livrer livré
supplier vendor | Lieferant Anbieter | fournisseur
customer client | Kunde Auftraggeber Bauherr | client
employer | Arbeitgeber | employeur
employee staff | Mitarbeiter Angestellte Beschäftigte | employé salarié personnel
salary wage wages | Gehalt Lohn | salaire
holiday holidays vacation leave | Urlaub Urlaubstage | congé congés vacances
sick illness ill | krank Krankheit | malade maladie
working hours | Arbeitszeit | horaires
meeting | Besprechung Sitzung Treffen | réunion
minutes protocol | Protokoll | compte-rendu procès-verbal
agenda | Tagesordnung | ordre
participants attendees | Teilnehmer Anwesende anwesend | participants présents
decision decide decided | Entscheidung Beschluss beschlossen entschieden | décision décidé
insurance insured | Versicherung versichert | assurance assuré
claim damage | Schaden Schäden | sinistre dommage dégât
deductible excess | Selbstbeteiligung Selbstbehalt | franchise
warranty guarantee | Garantie Gewährleistung | garantie
liability liable | Haftung haftet | responsabilité responsable
property ownership | Eigentum | propriété
permit permission approval | Genehmigung Erlaubnis Zustimmung | autorisation permis accord
law court | Recht Gericht | droit tribunal
repair repairs | Reparatur Reparaturen Instandhaltung | réparation réparations entretien
maintenance service | Wartung Instandhaltung | maintenance entretien
cleaning cleaned clean | Reinigung gereinigt reinigen | nettoyage nettoyer
heating | Heizung | chauffage
electricity power | Strom | électricité
water | Wasser | eau
building | Gebäude Haus | bâtiment immeuble
office | Büro | bureau
room rooms | Raum Räume Zimmer | pièce salle chambre
floor storey | Stockwerk Geschoss Obergeschoss | étage
roof | Dach | toit toiture
window windows | Fenster | fenêtre fenêtres
wall walls | Wand Wände Mauer | mur murs
key keys | Schlüssel | clé clés
lift elevator | Aufzug | ascenseur
parking | Parkplatz Parkplätze Stellplatz | parking stationnement
fire | Brand Feuer | incendie feu
flood | Hochwasser Überschwemmung | inondation crue
asbestos | Asbest | amiante
scaffold scaffolding | Gerüst | échafaudage
site | Baustelle | chantier
drawing drawings plan plans | Zeichnung Zeichnungen Plan Pläne | dessin dessins plan plans
report | Bericht | rapport
inventory | Inventar Bestandsaufnahme | inventaire
project | Projekt | projet
schedule timetable | Zeitplan Terminplan | calendrier planning
travel trip journey | Reise Dienstreise | voyage déplacement
train | Zug Bahn | train
hotel | Hotel | hôtel
ticket tickets | Fahrkarte Fahrkarten | billet billets
expenses | Spesen Auslagen | frais dépenses
address | Anschrift Adresse | adresse
telephone phone | Telefon Telefonnummer | téléphone
month monthly | Monat monatlich monatliche | mois mensuel
year yearly annual | Jahr jährlich jährliche | an année annuel
week weekly | Woche wöchentlich | semaine
day daily | Tag täglich | jour quotidien
start begin begins | Beginn beginnt | début commence
end ends expire expires | Ende endet Ablauf läuft | fin expire termine`;

interface Column {
  language: string;
  words: string[];
}

const table: Column[][] = rows
  .trim()
  .split('\n')
  .map((row) =>
    row.split('|').map((words, at) => ({ language: ['en', 'de', 'fr'][at]!, words: words.trim().split(/\s+/) })),
  );

const byWord = new Map<string, Column[]>();
for (const columns of table) {
  for (const { language, words } of columns)
    for (const word of words) {
      const key = keyOf(word, language);
      const known = byWord.get(key) ?? [];
      byWord.set(key, [...known, ...columns.filter((column) => column.language !== language)]);
    }
}

/** Groups of words of a language that stand for the same. */
export const officeSynonyms = (language: string): readonly (readonly string[])[] =>
  table.flatMap((columns) => columns.flatMap((column) => (column.language === language ? [column.words] : [])));

function keyOf(word: string, language: string): string {
  return `${language} ${word.toLowerCase()}`;
}

/** The word in the other languages, each with its language. */
export const inOtherLanguages = (word: string, language: string): { language: string; words: string[] }[] =>
  byWord.get(keyOf(word, language)) ?? [];

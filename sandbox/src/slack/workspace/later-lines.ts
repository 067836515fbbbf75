/** The conversations of the weeks after the scripts, by channel, about the studio’s documents; in the same format. */
export const laterLines: Readonly<Record<string, string>> = {
  general: `
2026-05-11
09:02 bruno The lift at Kaiweg is serviced on May 27. Models that are taller than you go down before that.
  09:10 chen The lighthouse model fits into the lift only without its lamp. I unscrew it on Tuesday.
10:30 ada The hall of Northwind opens on June 30 and the café in August. Lena confirmed it on the phone this morning.
  10:34 bruno Good, then the penalty is off the table.
14:15 dana Milo has a parcel for us at the reception: 18 kilos, from Aalborg.
  14:20 chen That must be the sample of the crane rail. I pick it up.
2026-05-18
08:50 bruno Who is on holiday in July? Please enter it by Friday, the calendar has only three names.
  09:05 dana I am away from the 6th to the 24th.
  09:11 chen Two weeks from the 20th.
11:40 bruno The dishwasher is broken. The repair man comes on Thursday between eight and twelve.
2026-05-26
09:15 ada Summer party: July 3 on the quay, from five. Kestrel lends us the Plover for two hours. Bring a friend.
  09:21 chen Is there a plan for rain?
  09:25 ada The boathouse has a roof again by then, more or less.`,
  harbour: `
2026-05-12
08:35 chen High tide reached 2.02 m last night. The second pump ran for five hours.
10:05 dana The biologist found no bats in the roof. The sheets may come off. [pdf: Bat inspection.pdf]
  10:12 chen That was quick. The asbestos people are here since yesterday, masks are in the hut.
2026-05-19
21:10 chen Neighbours’ evening is over. Nobody shouted, the model came home in one piece.
  21:15 ada You two were wonderful. The periscope was the best idea of the year.
2026-05-22
13:40 chen Ingrid called: piles 14 and 15 can stay, they only need collars of steel. About 11 000 instead of 35 000.
  13:44 ada That makes my week. Is it in writing?
  13:47 chen On Monday, she said.
  13:52 bruno I leave the 35 in the register until Monday then.
2026-05-27
09:30 chen The shingles now come on August 10. The mill in Finland could deliver on July 27, but for 9 percent more.
  09:41 bruno Nine percent of 264 is 24 thousand. We wait.
  09:48 ada Agreed, we wait. Tell Petersen that the scaffold stays.`,
  finance: `
2026-05-12
10:20 bruno Lena writes that 2026-007 was paid yesterday.
  10:25 ada Hooray.
2026-05-20
17:05 bruno Still nothing from Northwind on the account. I checked three times.
  17:09 ada Maybe it went to the old account at Hafenbank? They had that number before 2024.
  17:15 bruno I ask Lena for the transfer slip.
2026-05-21
16:45 bruno The auditor is gone. Two remarks: the inventory was not signed, and she wants the guest list for the dinner with Meridian.
  16:50 ada The list was on a napkin. I write it again.
2026-05-28
09:05 bruno Hansa Mutual wants an answer by the end of June. Two million with our share raised to ten thousand would be 9 720 a year.
  09:14 ada Take that one. If we ever have a claim, five thousand more is not what ruins us.
  09:16 bruno I sign it on Monday.`,
  atelier: `
2026-05-13
10:00 chen The model for the investors: 1:100, with light in six flats. Ready on June 22.
  10:08 ada Could one flat be yellow? Helen loves yellow.
2026-05-21
22:15 chen Back from Lyon. The wall of old doors won, the brick bar sank.
  22:30 ada What a week. Sleep in tomorrow, both of you.`,
  'ada-bruno': `
2026-05-14
08:58 ada I ordered the steel from Lindgren. Harms lends us his crane for 5 200.
  09:03 bruno Then we are 9 000 below what I had planned. Nicely done.
2026-05-29
16:20 bruno Chen asks for a raise after the trial period. He leads the landing alone. I would say 4 700.
  16:31 ada Yes, from July. He has earned it.`,
};

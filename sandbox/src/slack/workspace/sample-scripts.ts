import type { ChannelKind } from './channel.ts';

export interface Script {
  name: string;
  kind: ChannelKind;
  members: readonly string[];
  isArchived?: boolean;
  /**
   * Days, each followed by its lines: 'time who text [type: file name]'; indented lines answer the one above; ⏎ ends a
   * line of text.
   */
  lines: string;
}

const everyone = ['ada', 'bruno', 'chen', 'dana', 'elif'];

export const channels: readonly Script[] = [
  {
    name: 'general',
    kind: 'public_channel',
    members: everyone,
    lines: `
2026-05-04
08:41 dana {@dana} has joined the channel
08:52 ada Good morning, and welcome to {@dana}, who joins us from the city’s planning office for the harbour works :wave:
  08:55 bruno Welcome! Your desk is the one at the window.
  08:57 chen Welcome :slightly_smiling_face: The coffee machine needs two attempts.
  09:03 dana Thank you all. Two attempts it is.
09:10 ada The week in short: *Tuesday* site visit, *Wednesday* client call with Meridian, *Friday* the drawings go out.
09:12 bruno Invoices of April are out. Quarry has paid already, Halden asks for two more weeks.
11:30 chen Lunch at the ferry landing? <!here>
  11:31 ada Count me in
  11:33 dana Me too, if somebody shows me the way
16:20 elif Today is my last day. It was a pleasure, keep the models dusted!
  16:24 ada We will miss you, {@elif}
  16:25 bruno And your sense of scale.
2026-05-05
08:30 ada Reminder: helmets for everybody on site today, also for the short walk to the crane.
13:05 chen Back from site. Pictures are in {#harbour}.
17:45 bruno The printer on the second floor is out of order until Thursday.
2026-05-06
09:00 sitebot *Daily report* for May 6: 3 deliveries, 11 people on site, wind up to 12 m/s
09:20 ada Call with Meridian at 14:00, room *Quay*. Agenda:⏎• budget &amp; schedule⏎• timber or steel?⏎• next steps
14:50 ada Good call. They want timber, if the cost stays below 4.2 M &lt;3
  14:53 bruno Below 4.2 is tight but possible. I’ll send numbers tomorrow.
  15:02 chen Timber! :deciduous_tree:
2026-05-07
08:58 sitebot *Daily report* for May 7: 1 delivery, 9 people on site, rain
10:15 bruno The forecast for Meridian, as promised [xlsx: Meridian forecast.xlsx]
  10:40 ada Thank you. Row 12 looks high, is that with scaffolding?
  10:44 bruno With scaffolding and the crane, yes.
  10:46 ada Then it’s fine.
2026-05-08
09:05 sitebot *Daily report* for May 8: 4 deliveries, 14 people on site
12:00 ada Drawings are out! Thank you {@site-team}, cake at three.
  12:01 chen :cake:
  12:02 dana Congratulations!
15:10 bruno &gt; cake at three⏎There is no cake left at ten past three.`,
  },
  {
    name: 'harbour',
    kind: 'public_channel',
    members: ['ada', 'bruno', 'chen', 'dana'],
    lines: `
2026-05-04
10:02 chen The survey of the quay is done. Two of the piles are 4 cm off. [pdf: Quay survey.pdf]
  10:09 ada Which ones?
  10:11 chen 14 and 15, next to the old customs house.
  10:20 dana The city has drawings of these piles from 1962. I’ll look for them.
  10:58 ada That would help a lot.
14:12 dana Found them, scanned in the seventies: <https://archive.example.com/harbour/1962?sheet=7&amp;view=full|sheet 7>
14:40 chen Level of the quay: \`+2.15 m\`. I used:⏎\`\`\`level = datum + offset⏎if (level &lt; 2.1) raise()\`\`\`
2026-05-05
09:15 ada On our way to the crane with {@chen} and {@dana}
10:48 chen The crane from the water [jpg: Crane from the water.jpg]
10:49 chen And the warehouse before the works [jpg: Warehouse before the works.jpg]
  10:55 bruno Beautiful light. May I use the first one for the offer?
  10:57 chen Sure
  11:02 ada Please ask the port for permission first, their logo is in the picture.
  11:30 bruno Asked. They say yes with a credit line.
11:15 dana Note for the permit: the _east wall_ is listed, the ~west wall~ is not any more.
15:33 ada Decision: we keep the rails of the crane and make them part of the public space.
  15:40 chen :heart:
  15:52 dana The heritage office will like that.
2026-05-06
08:45 chen Floor plan of the boathouse, third version [svg: Boathouse floor plan.svg]
  09:12 ada The stairs collide with the beam in axis C.
  09:30 chen Moved by 40 cm, new version at noon.
  12:04 chen Here it is [svg: Boathouse floor plan v4.svg]
  12:10 ada Much better.
11:00 bruno Kestrel offers the steel for 118 000, Lindgren for 109 500. Both with delivery in week 27.
  11:05 ada If it’s timber we only need a third of it.
  11:08 bruno Then I’ll ask for options.
16:05 dana Meeting with the neighbors is on May 19 at 18:00 in the lighthouse. Can we show a model?
  16:11 chen Yes: 1:200, with the trees.
2026-05-07
09:40 ada Who has the key to the ferry landing?
  09:41 dana At the reception, ask for Milo.
13:20 chen Minutes of the site visit [md: Minutes of the site visit.md]
13:25 ada Thank you. Please read them before tomorrow: {@bruno} {@dana}
17:10 dana The permit office asks for a section through the east wall, scale 1:50.
2026-05-08
08:20 chen Section through the east wall [pdf: Section east wall.pdf]
  08:31 dana Perfect, sent to the permit office.
10:30 ada All drawings for the harbour in one folder, as they were sent [zip: Harbour drawings.zip]
11:45 dana Confirmed: they have everything. We hear from them within four weeks.`,
  },
  {
    name: 'atelier',
    kind: 'public_channel',
    members: ['ada', 'chen'],
    lines: `
2026-05-05
16:00 chen Idea for the talk in June: daylight in small rooms
  16:05 ada Love it. With the sun path study?
  16:06 chen With the study, and with photos of the model.
2026-05-06
17:30 ada The workshop in May has 24 participants now.
17:34 chen Then we need the large room.
2026-05-07
15:00 chen First slides [pptx: Daylight talk.pptx]
  15:21 ada Slide 4 says it all. Could you move it to the front?
  15:30 chen Done.
2026-05-08
16:40 ada Model photos are on the shelf, please don’t touch the one that is still drying.`,
  },
  {
    name: 'finance',
    kind: 'private_channel',
    members: ['ada', 'bruno'],
    lines: `
2026-05-04
09:30 bruno April: 86 400 in, 71 250 out. [xlsx: April.xlsx]
  09:42 ada Better than I feared.
  09:44 bruno Thanks to Quarry.
2026-05-06
18:02 ada After the call with Meridian: can we carry the model makers until September?
  18:20 bruno Until August without the advance, until November with it.
  18:22 ada Then I’ll ask for the advance.
2026-05-07
12:10 bruno The auditor comes on May 21. I need all receipts of the first quarter by the 15th.
2026-05-08
09:01 bruno Salaries are prepared, please sign.
09:30 ada Signed.`,
  },
  {
    name: 'office-move',
    kind: 'public_channel',
    members: everyone,
    isArchived: true,
    lines: `
2026-04-27
10:00 bruno The movers come on Thursday at seven.
10:05 elif Who takes the plants?
  10:09 chen I do.
2026-04-30
19:00 ada Everything is here, even the plants. We can archive this channel.`,
  },
  {
    name: 'ada-bruno',
    kind: 'im',
    members: ['ada', 'bruno'],
    lines: `
2026-05-05
18:15 bruno Do you have a minute for the contract with Lindgren?
18:16 ada Tomorrow at nine?
18:16 bruno Perfect
2026-05-06
08:50 bruno The contract [docx: Lindgren contract.docx]
09:25 ada Read and signed, two remarks on page 3.`,
  },
  {
    name: 'ada-chen',
    kind: 'im',
    members: ['ada', 'chen'],
    lines: `
2026-05-07
16:30 ada Could you show {@dana} the model shop tomorrow?
16:41 chen With pleasure. Half past eight?
16:42 ada Thank you!`,
  },
  {
    name: 'mpdm-ada--chen--dana-1',
    kind: 'mpim',
    members: ['ada', 'chen', 'dana'],
    lines: `
2026-05-08
13:00 dana The three of us on Monday: train at 7:12 from platform 4.
13:04 chen I bring the roll of drawings.
13:05 ada And I the tickets [pdf: Tickets.pdf]
  13:06 dana Window seats!`,
  },
];

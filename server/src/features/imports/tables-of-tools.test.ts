import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { workbook } from '#testing/files/workbooks.ts'
import { readImportRows, uploadTable } from '#testing/imports.ts'
import { useCast } from '#testing/people.ts'
import { importRoutes } from './routes.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const lines = (end: string, ...rows: string[]): string => rows.map(row => row + end).join('')
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const quoted = (...cells: string[]): string => cells.map(cell => `"${cell}"`).join(',')

/** The same two posts, of 15 December at 9:05 and 16 December at 14:30, as each program writes them. */
const tables: readonly (readonly [string, string | Buffer])[] = [
  [
    'Hootsuite, without names and with the month first',
    lines(
      '\r\n',
      quoted('12/15/2026 09:05', 'Röstung', 'https://example.com/winter'),
      quoted('12/16/2026 14:30', 'Cupping, Saturday', ''),
    ),
  ],
  [
    'Buffer',
    lines(
      '\n',
      'Text,Image URL,Tags,Posting Time',
      'Röstung,,winter,2026-12-15 09:05',
      '"Cupping, Saturday",,events,2026-12-16 14:30',
    ),
  ],
  [
    'Later',
    lines(
      '\n',
      'Profile,Post Caption,Scheduled Time,Media URL(s)',
      'Facebook Page,Röstung,"Dec 15, 2026 9:05 AM",',
      'Facebook Page,"Cupping, Saturday","Dec 16, 2026 2:30 PM",',
    ),
  ],
  [
    'Sprout',
    lines(
      '\n',
      'date,time_24hr,message_text,tags,link_url',
      '12/15/2026,09:05,Röstung,a,',
      '12/16/2026,14:30,"Cupping, Saturday",,',
    ),
  ],
  [
    'Loomly, with a title',
    lines(
      '\n',
      'Harbor – December,,,,',
      'Subject,Date (mm/dd/yyyy),Time,Channels,Copy',
      'Roast,12/15/2026,9:05am,Facebook Page; LinkedIn Company Page,Röstung',
      'Class,12/16/2026,2:30pm,X / Twitter,"Cupping, Saturday"',
    ),
  ],
  [
    'Google Sheets, with weekdays and rows below the posts that are not filled',
    lines(
      '\r\n',
      'Date,Time,Channel,Copy',
      '"Tue, Dec 15, 2026",9:05:00 AM,fb,Röstung',
      '"Wed, Dec 16, 2026",2:30:00 PM,fb / x,"Cupping, Saturday"',
      ',,,',
    ),
  ],
  [
    'Excel in German',
    latin1(
      lines(
        '\r\n',
        'Datum;Uhrzeit;Kanal;Beitragstext',
        '15.12.2026;09:05;Facebook;Röstung',
        '16. Dezember 2026;14.30 Uhr;LinkedIn;Cupping, Saturday',
      ),
    ),
  ],
  [
    'Excel in French',
    latin1(
      lines(
        '\r\n',
        'Date;Heure;Réseau social;Légende',
        '15/12/2026;9h05;Facebook;Röstung',
        'mercredi 16 décembre 2026;14:30;LinkedIn;Cupping, Saturday',
      ),
    ),
  ],
  [
    'Numbers, with the name of its table',
    lines(
      '\n',
      'Table 1',
      'Text;Channel;When',
      'Röstung;Facebook;Dec 15, 2026 at 9:05\u202fAM',
      'Cupping, Saturday;Facebook;Dec 16, 2026 at 2:30\u202fPM',
    ),
  ],
  [
    'Excel as a workbook with two rows of names',
    workbook([
      ['Post', 'Post', 'Plan', 'Plan'],
      ['Text', 'Channel', 'Date', 'Time'],
      ['Röstung', 'Facebook', '<c s="1"><v>46371</v></c>', '<c s="2"><v>0.378472222</v></c>'],
      ['Cupping, Saturday', 'Facebook', '<c><v>46372</v></c>', '<c><v>0.604166667</v></c>'],
    ]),
  ],
]

it.each(tables)('Both posts of a table are read from %s', async (_name, table) => {
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  expect(data.rows.map(({ problems }) => problems)).toEqual([[], []])
  const rows = await readImportRows(kit.db, data.id)
  expect(rows.map(({ draft }) => draft)).toMatchObject([
    { message: 'Röstung', schedule: { date: '2026-12-15', time: '09:05' } },
    { message: 'Cupping, Saturday', schedule: { date: '2026-12-16', time: '14:30' } },
  ])
  for (const { draft } of rows) expect(draft.networks).not.toEqual([])
})

it('A quotation mark in the middle of a cell leaves the semicolons of quoted cells alone', async () => {
  const table = lines(
    '\n',
    '12/15/2026 09:05,12" pizza,',
    '12/16/2026 14:30,"a;=1;=2;=3",',
    '12/17/2026 14:30,"b;=1;=2;=3",',
  )
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  const rows = await readImportRows(kit.db, data.id)
  expect(rows.map(({ draft }) => draft.message)).toEqual(['12" pizza', 'a;=1;=2;=3', 'b;=1;=2;=3'])
})

it('A comma in each date leaves a table of semicolons whole, whose rows have more or fewer of them', async () => {
  const table = lines(
    '\n',
    'Date;Time;Network;Text;Note',
    'April 15, 2027;10:00;fb;Röstung;pending;',
    'April 14, 2027;10:00;fb;Cupping;',
    'April 13, 2027;10:00;fb;Kaffee',
  )
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  expect(data.rows.map(({ problems }) => problems)).toEqual([[], [], []])
  const rows = await readImportRows(kit.db, data.id)
  expect(rows.map(({ draft }) => draft.message)).toEqual(['Röstung', 'Cupping', 'Kaffee'])
})

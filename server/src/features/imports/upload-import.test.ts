import { describe, expect, it } from 'vitest'
import { IMPORT_BYTES_MAX } from '#domain/imports/limits.ts'
import { charactersRemovedText } from '#domain/kernel/removed-characters.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import { useTestApp } from '#testing/app.ts'
import { workbook } from '#testing/files/workbooks.ts'
import { readImportRows, uploadTable } from '#testing/imports.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { importRoutes } from './routes.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const upload = (table: string | Buffer, person: Parameters<typeof uploadTable>[1] = cast.creator) =>
  uploadTable(kit, person, cast.project.projectId, table)

describe('Uploading a table of posts', () => {
  it('checks each row and creates nothing', async () => {
    const { status, data } = await upload(
      'Networks,Message,Date,Time\nfacebook,Hello,2026-06-30,10:00\nmyspace,Hi,2026-06-30,10:00\n,,,\nfacebook,Late,2026-05-01,10:00\n',
    )
    expect(status).toBe(200)
    expect(data).toMatchObject({
      status: 'checked',
      encoding: 'UTF-8',
      total: 3,
      good: 1,
      done: 0,
      date_order: 'day',
      file_name: 'posts.csv',
      mapping: { networks: 0, message: 1, date: 2, time: 3 },
    })
    expect(data.rows.map(({ line, message, problems }) => [line, message, problems.length])).toEqual([
      [2, 'Hello', 0],
      [3, 'Hi', 1],
      [5, 'Late', 1],
    ])
    const count = await kit.db.selectFrom('posts').select('id').execute()
    expect(count).toEqual([])
  })

  it.each([
    ['UTF-8', 'UTF-8', Buffer.from('Message;Networks\nGrüße;facebook\n')],
    ['UTF-8 with a mark', 'UTF-8', Buffer.from('\ufeffMessage;Networks\nGrüße;facebook\n')],
    ['UTF-16', 'UTF-16', Buffer.from('\ufeffMessage;Networks\nGrüße;facebook\n', 'utf16le')],
    [
      'UTF-16, the other way',
      'UTF-16BE',
      Buffer.from('\ufeffMessage;Networks\nGrüße;facebook\n', 'utf16le').swap16(),
    ],
    ['Windows-1252', 'Windows-1252', Buffer.from('Message;Networks\nGrüße;facebook\n', 'latin1')],
    ['Macintosh', 'Macintosh', Buffer.from('Message;Networks\nGr\x9f\xa7e;facebook\n', 'latin1')],
    ['a line for Excel', 'UTF-8', Buffer.from('\ufeffsep=;\r\nMessage;Networks\r\nGrüße;facebook\r\n')],
    ['tabs', 'UTF-8', Buffer.from('Message\tNetworks\r\nGrüße\tfacebook\r\n')],
  ])('reads %s', async (_name, encoding, table) => {
    const { data } = await upload(table)
    expect(data).toMatchObject({ encoding, good: 1, rows: [{ message: 'Grüße' }] })
  })

  it('asks about a column that writes its dates in both orders', async () => {
    const { data } = await upload(
      'Networks,Message,Date,Time\nfacebook,a,3/4/2027,10:00\nfacebook,b,14/3/2027,10:00\nfacebook,c,3/14/2027,10:00\n',
    )
    expect(data.date_order).toBe('day')
    expect(data.rows.map(({ problems, notices }) => [...problems, ...notices])).toEqual([
      ['The dates of this column are in both orders: "3/4/2027" is read as 2027-04-03.'],
      [],
      ['"3/14/2027" has the month first, unlike the order that is chosen: it is read as 2027-03-14.'],
    ])
  })

  it('reads dates in the order that the name of their column says', async () => {
    const of = async (name: string) =>
      (await upload(`Networks,Message,${name},Time\nfacebook,a,3/4/2027,10:00\n`)).data.date_order
    expect(await of('Date (mm/dd/yyyy)')).toBe('month')
    expect(await of('Date (DD/MM/YYYY)')).toBe('day')
  })

  it('keeps the line breaks of other programs, without control characters', async () => {
    const { data } = await upload(
      'Networks,Mess\u0007age\nfacebook,Fresh\vbread\u2028daily\u0007\nface\u0007book,Hi\n',
    )
    expect(data.headers).toEqual(['Networks', 'Mess age'])
    expect(data.rows).toMatchObject([
      { message: 'Fresh\nbread\ndaily', problems: [], notices: [charactersRemovedText] },
      { message: 'Hi', problems: [], notices: [charactersRemovedText] },
    ])
  })

  it('takes quotation marks inside of a cell as they were typed', async () => {
    const { data } = await upload(
      'Networks,Message\nfacebook,Our 12" pizza is back\nfacebook,"Fresh" bread\nfacebook,"He said ""yes"""\n',
    )
    expect(data.rows.map(({ message }) => message)).toEqual([
      'Our 12" pizza is back',
      '"Fresh" bread',
      'He said "yes"',
    ])
  })

  it('reads it in the encoding that is chosen', async () => {
    // Polish in the encoding of Central Europe, which nothing tells from the one of Western Europe.
    const table = Buffer.from('Message;Networks\nZa\xbf\xf3\xb3\xe6;facebook\n', 'latin1')
    const as = (encoding: string) =>
      uploadTable(kit, cast.creator, cast.project.projectId, table, { encoding })
    expect((await as('Windows-1250')).data).toMatchObject({
      encoding: 'Windows-1250',
      rows: [{ message: 'Zażółć' }],
    })
    expect((await as('UTF-8')).data).toMatchObject({ encoding: 'UTF-8', rows: [{ message: 'Za���' }] })
    expect(await as('EBCDIC')).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('reads a workbook as what it is, whatever is chosen', async () => {
    const table = workbook([['Message'], ['Grüße']])
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table, {
      encoding: 'Windows-1251',
    })
    expect(data).toMatchObject({ encoding: 'XLSX', rows: [{ message: 'Grüße' }] })
  })

  it('reads a workbook with dates as numbers, merged cells and formulas as they are shown', async () => {
    const date = 46203 // 30 June 2026
    const { status, data } = await upload(
      workbook(
        [
          ['Message', 'Networks', 'Date', 'Time'],
          ['Hello', 'facebook', `<c s="1"><v>${date}</v></c>`, '<c s="2"><v>0.4375</v></c>'],
          ['<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'facebook', `<c s="1"><v>${date}</v></c>`],
        ],
        { merged: ['C3:D3'] },
      ),
    )
    expect(status).toBe(200)
    expect(data).toMatchObject({ encoding: 'XLSX', good: 2 })
    expect(data.rows.map(({ message }) => message)).toEqual(['Hello', 'ab'])
    const drafts = await readImportRows(kit.db, data.id)
    expect(drafts.map(({ draft }) => draft.schedule)).toMatchObject([
      { date: '2026-06-30', time: '10:30' },
      { date: '2026-06-30', time: '23:00' },
    ])
  })

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty'],
    ['headers without rows', 'Message,Networks\n', 'no rows'],
    ['nothing but empty rows', ',,\n,,\n', 'The file is empty'],
    [
      '500 columns',
      `Message${',x'.repeat(499)}\nHello\n`,
      'Row 1 has 500 columns, and an import takes 200. Delete the columns that no post needs.',
    ],
    [
      '20,000 rows, most of them empty',
      `Message,Networks\n${',\n'.repeat(20_000)}Hello,fb\n`,
      'at most 1000 rows',
    ],
    ['1,001 rows', `Message\n${'Hello\n'.repeat(1001)}`, 'at most 1000 rows'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'could not be read as a table'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel version'],
    [
      'a zip file that is no workbook',
      Buffer.from('PK\x03\x04 nothing else'),
      'could not be read as a table',
    ],
    ['a quote that never ends', 'Message\n"Hello\n', 'that begins in line 2 of the file is never closed'],
    ['one behind the line of Excel', 'sep=,\nMessage\n"Hello\n', 'that begins in line 3 of the file'],
  ])('refuses %s in words', async (_name, table, text) => {
    const answer = await upload(table)
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(answer.message).toContain(text)
  })

  it('refuses a workbook whose directory has two numbers of entries, of which a reader may take either', async () => {
    const rows = [['Message'], ['Hello']]
    expect(await upload(workbook(rows))).toMatchObject({ status: 200 })
    expect(await upload(workbook(rows, { counts: 0 }))).toMatchObject({ status: 422 })
  })

  it('outlives a small workbook with a cell that is a million rows and all columns away', async () => {
    const answer = await upload(workbook([['Message'], ['Hello']], { last: 'XFD1048576' }))
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(await upload(workbook([['Message'], ['Hello']]))).toMatchObject({ status: 200 })
  })

  it('stores a header that is cut within a character, and half a character that a workbook names', async () => {
    const head = `${'a'.repeat(254)}😀`
    expect(await upload(`${head},Message\nx,Hello`)).toMatchObject({ status: 200 })
    const { data } = await upload(workbook([['Message'], ['Half &#xD83D; of it']]))
    expect(data.rows).toMatchObject([{ message: 'Half � of it' }])
  })

  it('says of a text in the wrong column what is wrong, and not for each word of it', async () => {
    const text = 'a,'.repeat(40_000)
    const { data } = await upload(
      `Networks,Message,Pictures,Date\n"${text}",Hello,${'b '.repeat(40_000)},${'c'.repeat(90_000)}\n`,
    )
    expect(data.rows[0]?.problems.length).toBeLessThan(40)
    expect(JSON.stringify(data.rows).length).toBeLessThan(10_000)
  })

  it('waits for its person’s other files, and not for those of others', async () => {
    const csv = 'Message\nHello\n'
    let end: () => void = () => undefined
    const busy = readInTurn(cast.creator.userId, () => new Promise<void>(resolve => (end = resolve)))
    let isMineRead = false
    const mine = upload(csv, cast.creator).then(() => {
      isMineRead = true
    })
    for (let count = 0; count < 3; count++) await upload(csv, cast.admin)
    expect(isMineRead).toBe(false)
    end()
    await Promise.all([busy, mine])
    expect(isMineRead).toBe(true)
  })

  it('reads a table without names of columns by what its columns hold', async () => {
    const { data } = await upload(
      '"06/15/2026 09:05","Our roast is back","https://example.com/winter"\n"06/16/2026 14:30","Cupping class",""\n',
    )
    expect(data).toMatchObject({
      header_line: null,
      mapping: { date: 0, message: 1, link: 2 },
      date_order: 'month',
      networks: ['facebook', 'linkedin', 'twitter'],
      total: 2,
      good: 2,
    })
    expect(data.rows.map(({ line, message }) => [line, message])).toEqual([
      [1, 'Our roast is back'],
      [2, 'Cupping class'],
    ])
  })

  it('finds the names below titles that have other separators, and keeps what stands above', async () => {
    const { data } = await upload(
      'Plan, Sommer\nText;Kanal;Datum\nHallo, ihr;facebook;30.06.2026\nMehr;IG;1.7.2026\n',
    )
    expect(data).toMatchObject({ header_line: 2, headers: ['Text', 'Kanal', 'Datum'], total: 2 })
    expect(data.top_lines.slice(0, 2)).toEqual([
      { line: 1, text: 'Plan, Sommer' },
      { line: 2, text: 'Text · Kanal · Datum' },
    ])
  })

  it('reads each row after hundreds of empty ones', async () => {
    const { data } = await upload(`Message,Networks\n${',\n'.repeat(3000)}Hello,facebook\n`)
    expect(data.rows).toMatchObject([{ line: 3002, message: 'Hello' }])
  })

  it('takes the same header twice, of which the first is recognized', async () => {
    const { data } = await upload('Message,Networks,Message\nHello,facebook,Hi\n')
    expect(data).toMatchObject({ mapping: { message: 0, networks: 1 }, good: 1 })
  })

  it('reads each line of a file in the encoding that it is in', async () => {
    const { data } = await upload(
      Buffer.concat([
        Buffer.from('Message,Networks\r\n"Grüße\naus Köln",facebook\r\n'),
        Buffer.from('"Grüße\naus Köln",facebook\r\n', 'latin1'),
      ]),
    )
    expect(data).toMatchObject({ encoding: 'UTF-8, in part Windows-1252', total: 2, good: 2 })
    expect(data.rows.map(({ message }) => message)).toEqual(['Grüße\naus Köln', 'Grüße\naus Köln'])
  })

  it('skips a cover of a workbook, and reads another sheet when it is chosen', async () => {
    const table = workbook(
      [
        ['Message', 'Networks'],
        ['Hello', 'facebook'],
      ],
      { cover: 'How to use this' },
    )
    expect((await upload(table)).data).toMatchObject({
      sheet: 'Posts',
      sheets: ['How to use this', 'Posts'],
      good: 1,
    })
    const of = (sheet: string) => uploadTable(kit, cast.creator, cast.project.projectId, table, { sheet })
    expect((await of('How to use this')).data).toMatchObject({ sheet: 'How to use this', total: 1 })
    expect(await of('Gone')).toMatchObject({
      status: 422,
      message: 'There is no sheet "Gone" in this workbook.',
    })
  })

  it('says which rows repeat a text on Twitter within a day', async () => {
    const { data } = await upload(
      'Message;Networks;Date;Time\nOpen;twitter;2031-06-30;10:00\nOpen;twitter, facebook;2031-07-01;09:00\nOpen;facebook;2031-07-01;09:30\n',
    )
    const rows = await readImportRows(kit.db, data.id)
    const said = (notices: readonly string[]) => notices.filter(text => text.startsWith('Twitter may refuse'))
    expect(rows.map(({ notices }) => said(notices).length)).toEqual([1, 1, 0])
  })

  it.each(['1', 'true'] as const)(
    'reads the days of a workbook that counts them from 1904 (%s), as dates and as plain numbers',
    async from1904 => {
      const time = '<c s="2"><v>0.4375</v></c>'
      const { data } = await upload(
        workbook(
          [
            ['Message', 'Networks', 'Date', 'Time'],
            ['Hello', 'facebook', '<c s="1"><v>44741</v></c>', time], // 30 June 2026
            ['Hi', 'facebook', '<c><v>44741</v></c>', time],
          ],
          { from1904 },
        ),
      )
      const rows = await readImportRows(kit.db, data.id)
      expect(rows.map(({ problems }) => problems)).toEqual([[], []])
      for (const { draft } of rows)
        expect(draft.schedule).toMatchObject({ date: '2026-06-30', time: '10:30' })
    },
  )

  it('refuses a workbook that would unpack to gigabytes before it unpacks it', async () => {
    const bomb = workbook(
      [
        ['Message', 'Networks'],
        ['Hello', 'facebook'],
      ],
      { claims: 4_000_000_000 },
    )
    expect(await upload(bomb)).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('takes exactly 1,000 rows', async () => {
    const { data } = await upload(`Message;Networks\n${'Hello;facebook\n'.repeat(1000)}`)
    expect(data).toMatchObject({ total: 1000, good: 1000 })
  })

  it('refuses a file that is too large', async () => {
    expect(await upload(Buffer.alloc(IMPORT_BYTES_MAX + 1, 'a'))).toMatchObject({
      status: 413,
      message: 'File is too big',
    })
  })

  it('says of a repeated ID in which row it was first', async () => {
    const { data } = await upload('ID,Message,Networks\n7,One,facebook\n7,Two,facebook\n')
    expect(data.rows.map(({ problems }) => problems)).toEqual([[], ['Row 2 has the same ID.']])
  })

  it('is for those who write', async () => {
    for (const person of [cast.internal, cast.external])
      expect(await upload('Message\nHello\n', person)).toMatchObject({ status: 403 })
    expect(await upload('Message\nHello\n', null)).toMatchObject({ status: 401 })
  })

  it('is not possible in another agency', async () => {
    const other = await buildCast(kit.db)
    expect(await upload('Message\nHello\n', other.admin)).toMatchObject({ status: 404 })
  })
})

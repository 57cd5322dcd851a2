import { describe, expect, it } from 'vitest'
import { divideTable, guessColumns, guessHeaderLine } from './header-line.ts'

/** The lines of a table, as they are numbered in a spreadsheet. */
const linesOf = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))

describe('The row with the names of the columns', () => {
  it.each<[string, string[][], number | null]>([
    [
      'is the first',
      [
        ['Networks', 'Message'],
        ['facebook', 'Hello'],
      ],
      1,
    ],
    ['is below titles', [['Content plan 2027'], ['Harbor', 'Q1'], ['Datum', 'Text', 'Kanal']], 3],
    [
      'is the one with more names',
      [
        ['Post', '', 'Plan'],
        ['Text', 'Link', 'Date', 'Time'],
      ],
      2,
    ],
    [
      'is the first of two alike where nothing else is a post',
      [
        ['Date', 'Text'],
        ['Date', 'Text'],
      ],
      1,
    ],
    [
      'is the lower of two rows of names',
      [
        ['Datum', 'Text', 'Kanal'],
        ['Date', 'Message', 'Network'],
        ['1.6.2027', 'Hallo', 'fb'],
      ],
      2,
    ],
    [
      'is the lower one of names that are written in two rows',
      [
        ['Network', 'Post text', 'When', ''],
        ['', '', 'Date', 'Time'],
        ['fb', 'Hallo', '1.6.2027', '9:05'],
      ],
      2,
    ],
    ['is not a short post below one name', [['Message'], ['Text'], ['Hello']], 1],
    ['is the first with unknown names', [['Plan'], ['Wann', 'Was'], ['1.6.2027', 'Hallo']], 2],
    [
      'may name a column for each network',
      [
        ['Date', 'Facebook', 'Instagram'],
        ['1.6.2027', 'a', 'b'],
      ],
      1,
    ],
    ['is not there before a date', [['12/15/2026 09:05', 'Our roast', 'https://example.com/']], null],
    ['is not there before a network', [['facebook', 'Text', 'Hello']], null],
  ])('%s', (_name, rows, line) => {
    expect(guessHeaderLine(linesOf(...rows), {})).toBe(line)
  })

  it('is known by the names of the last import', () => {
    expect(guessHeaderLine(linesOf(['a', 'b'], ['Wort', 'Bild']), { message: 'wort' })).toBe(2)
  })

  it('divides what stands above from the posts, and gives each column that has a cell a place', () => {
    const lines = linesOf(['Plan'], ['Text', ''], ['Hello', 'facebook', 'more'])
    expect(divideTable(lines, 2)).toEqual({
      header_line: 2,
      headers: ['Text', '', ''],
      above: lines.slice(0, 2),
      rows: lines.slice(2),
    })
    const twofold = linesOf(['Network', 'Post text', 'When'], ['', '', 'Date', 'Time'], ['fb', 'Hallo'])
    expect(divideTable(twofold, 2)).toMatchObject({ headers: ['Network', 'Post text', 'Date', 'Time'] })
    expect(divideTable(lines, null)).toMatchObject({ headers: ['', '', ''], above: [], rows: lines })
    expect(divideTable(lines, 3)).toEqual({ problem: 'The file has column names but no rows.' })
  })
})

describe('The columns of a table with names', () => {
  const columnsOf = (...rows: string[][]) => {
    const table = divideTable(linesOf(...rows), 1)
    return 'problem' in table ? null : guessColumns(table, {})
  }
  const [day, time, network, text] = ['29.12.2026', '9:05', 'facebook', 'Hello']

  it('are recognized by what they hold where a name is not known, but nothing that may be for the team alone', () => {
    const [picture, link] = ['https://example.com/a.jpg', 'https://example.com/brief']
    expect(
      columnsOf(
        ['Wann', 'Um', 'Wo', 'Text', 'Entwurf', 'Briefing', 'Notizen'],
        [day, time, network, text, picture, link, 'Only if the sun shines that day'],
      ),
    ).toEqual({ date: 0, time: 1, networks: 2, message: 3 })
    expect(columnsOf(['Text', 'Created at'], [text, day])).toEqual({ message: 0 })
  })

  it('are moments if those named times hold days too', () => {
    expect(columnsOf(['Text', 'Scheduled Time'], [text, '2026-12-29 09:05'])).toEqual({ message: 0, date: 1 })
    expect(columnsOf(['Text', 'Scheduled Time', 'Date'], [text, time, day])).toEqual({
      message: 0,
      time: 1,
      date: 2,
    })
  })

  it('are known in other languages, with accents and without', () => {
    const picture = 'https://example.com/a.jpg'
    const link = 'https://example.com/'
    expect(
      columnsOf(
        ['Date', 'Heure', 'Réseau', 'Légende', 'Image', 'Lien'],
        [day, time, network, text, picture, link],
      ),
    ).toEqual({ date: 0, time: 1, networks: 2, message: 3, media: 4, link: 5 })
    expect(
      columnsOf(
        ['Veröffentlichungsdatum', 'Uhrzeit', 'Plattform', 'Text', 'Bild'],
        [day, time, network, text, picture],
      ),
    ).toEqual({ date: 0, time: 1, networks: 2, message: 3, media: 4 })
    expect(columnsOf(['Fecha', 'Hora', 'Red social', 'Texto'], [day, time, network, text])).toEqual({
      date: 0,
      time: 1,
      networks: 2,
      message: 3,
    })
  })
})

describe('The columns of a table without names', () => {
  const columnsOf = (...rows: string[][]) => {
    const table = divideTable(linesOf(...rows), null)
    return 'problem' in table ? null : guessColumns(table, {})
  }

  it('are recognized by what they hold', () => {
    expect(
      columnsOf(
        ['12/15/2026 09:05', 'Our winter roast is back', 'https://example.com/winter'],
        ['12/16/2026 14:30', 'Cupping class', ''],
      ),
    ).toEqual({ date: 0, message: 1, link: 2 })
    expect(
      columnsOf(['a', 'IG, fb', '9:05', '15.12.2026', 'https://example.com/a.jpg', 'Hello there']),
    ).toEqual({ networks: 1, time: 2, date: 3, media: 4, message: 5 })
  })

  it('are not taken for dates by one date among other texts', () => {
    expect(columnsOf(['15.12.2026'], ['Hello'])).toEqual({ message: 0 })
  })
})

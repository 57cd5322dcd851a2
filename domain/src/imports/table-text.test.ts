import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkRow } from './rows.ts'
import { tableText, templateText } from './table-text.ts'

it('quotes what would divide a cell, and marks what a spreadsheet would run', () => {
  expect(tableText([['a,b', 'say "hi"', '=1+1', '@home', '-1', 'plain']])).toBe(
    '\ufeff"a,b","say ""hi""",\'=1+1,\'@home,\'-1,plain\r\n',
  )
})

it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t=', '\r=', '\n='])(
  'marks a cell that begins with %j',
  sign => {
    expect(tableText([[`${sign}1+1`]])).toMatch(/^\ufeff"?'/)
  },
)

it('is read back by an import as the message that was written', () => {
  const setting = {
    ...{ mapping: { message: 0 }, order: 'day' as const, timezone: 'Europe/Berlin', connected: [] },
    ...{ now: new Date('2026-06-01T08:00:00Z'), leadMinutes: 240, findPicture: null },
  }
  fc.assert(
    fc.property(
      fc.constantFrom('=', '+', '-', '@', '＝', "'＋", "'=", "''@", ''),
      fc.string(),
      (sign, rest) => {
        const written = `${sign}${rest}`.trim()
        const cell = tableText([[written]]).slice(1, -2)
        const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(checkRow([bare], setting).draft.message).toBe(written)
      },
    ),
  )
})

it('has in the template a row that an import takes', () => {
  expect(templateText()).toContain('"facebook, linkedin",Text,Summer hours')
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tableText } from '#domain/kernel/table-text.ts'
import { checkRow, plainChoices } from './rows.ts'
import { templateText } from './template.ts'

it('A cell of a table is read back by an import as the message that was written', () => {
  const setting = {
    ...plainChoices({ message: 0 }),
    timezone: 'Europe/Berlin',
    connected: [],
    campaigns: [],
    accounts: new Map(),
    now: new Date('2026-06-01T08:00:00Z'),
    leadMinutes: 240,
    findPicture: null,
  }
  fc.assert(
    fc.property(
      fc.constantFrom('=', '+', '-', '@', '＝', "'＋", "'=", "''@", ''),
      fc.string(),
      (sign, rest) => {
        const written = `${sign}${rest}`.trim()
        const cell = tableText([[written]]).slice(1, -2)
        const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(checkRow({ cells: [bare] }, setting).draft.message).toBe(written)
      },
    ),
  )
})

it('The template has a row that an import takes', () => {
  expect(templateText()).toContain('"facebook, linkedin",Text,Summer hours')
})

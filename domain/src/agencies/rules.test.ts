import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from './model.ts'
import { auditCsv, csvCell } from './rules.ts'

/** Reads one CSV line back, as RFC 4180 says. */
const readCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

describe('A cell of CSV', () => {
  it.each(['=1+1', '+49 30 123', '-2', '@SUM(A1)', '\t=1', '\r=1'])('is text, not a formula: %j', text => {
    expect(readCells(csvCell(text))).toEqual([`'${text}`])
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.string().filter(text => !/^[=+\-@\t\r]/.test(text)),
        text => {
          expect(readCells(csvCell(text))).toEqual([text])
        },
      ),
    )
  })

  it('never begins with what a spreadsheet runs', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(readCells(csvCell(text)).join('')).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

describe('The audit log as CSV', () => {
  const entry: AuditEntry = {
    id: 1,
    action: 'member.setting_changed',
    actor: { id: 7, name: 'Zoë, the admin', email: 'zoe@example.com' },
    project: { id: 3, name: 'Harbor' },
    subject: 'ann@example.com',
    old: { 'content-manager': 'false' },
    new: { 'content-manager': 'true', 'skip-approval-and-schedule': 'true' },
    address: '127.0.0.1',
    created_at: '2026-06-01T08:00:00.000Z',
  }

  it('has a header, a line for each entry, and names in any script', () => {
    expect(auditCsv([entry])).toBe(
      '\ufeffWhen (UTC),Who,Email,What,Project,To,Old,New,From address\r\n' +
        '2026-06-01T08:00:00.000Z,"Zoë, the admin",zoe@example.com,member.setting_changed,Harbor,ann@example.com,' +
        'content-manager: false,content-manager: true; skip-approval-and-schedule: true,127.0.0.1\r\n',
    )
  })

  it('leaves empty what there is not', () => {
    const bare = { ...entry, actor: null, project: null, old: null, new: null, address: null }
    expect(auditCsv([bare]).split('\r\n')[1]).toBe(
      '2026-06-01T08:00:00.000Z,,,member.setting_changed,,ann@example.com,,,',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditActions } from '#domain/kernel/audit.ts'
import { auditCsv, auditDifferences, auditWords, csvCell } from './audit-log.ts'
import type { AuditEntry } from './model.ts'

/** Reads one CSV line back, as RFC 4180 says. */
const readCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

describe('A CSV cell', () => {
  it.each(['=1+1', '+49 30 123', '-2', '@SUM(A1)', '＝1+1', ' =1', '\t=1', '\r=1', '\n=1', '\tA'])(
    'is text, not a formula: %j',
    text => {
      expect(readCells(csvCell(text))).toEqual([`'${text}`])
    },
  )

  it('contains no formula for spreadsheets that split at semicolons or tabs either', () => {
    expect(readCells(csvCell('Harbor;=1+1;\t@A1, -2\n+3'))).toEqual(["Harbor;'=1+1;'\t@A1,' -2\n'+3"])
    expect(csvCell('Harbor;Northwind')).toBe('"Harbor;Northwind"')
  })

  it('is parsed back to the text that was written', () => {
    fc.assert(
      fc.property(
        fc.string().filter(text => !/(^|[;,|\s])\s*[=+\-@]|^\s/.test(text)),
        text => {
          expect(readCells(csvCell(text))).toEqual([text])
        },
      ),
    )
  })

  it('never begins with something a spreadsheet runs', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(readCells(csvCell(text)).join('')).not.toMatch(/(^|[;\t])\s*[=+\-@]/)
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

  it('has a header, a line in words for each entry, and names in any script', () => {
    expect(auditCsv([entry])).toBe(
      '\ufeffWhen (UTC),Who,Email,What,Project,To,Old,New,From address\r\n' +
        '2026-06-01T08:00:00.000Z,"Zoë, the admin",zoe@example.com,Member’s permission changed,Harbor,ann@example.com,' +
        'Content Manager: Off,Content Manager: On · Skip Approval & Schedule: On,127.0.0.1\r\n',
    )
  })

  it('leaves missing values empty, and names the operator if no person did it', () => {
    const bare = { ...entry, actor: null, project: null, old: null, new: null, address: null }
    expect(auditCsv([bare]).split('\r\n')[1]).toBe(
      '2026-06-01T08:00:00.000Z,Galley’s operator,,Member’s permission changed,,ann@example.com,,,',
    )
  })
})

describe('An audit log entry in words', () => {
  const read = (old: AuditEntry['old'], now: AuditEntry['new']) => auditDifferences({ old, new: now })

  it('has a different name for each action', () => {
    expect(new Set(Object.values(auditWords)).size).toBe(auditActions.length)
    expect(Object.keys(auditWords).sort()).toEqual([...auditActions].sort())
  })

  it.each([
    ['role', 'content-creator', 'Role', 'Content Creator'],
    ['role', 'super-admin', 'Role', 'Super admin'],
    ['project-timezone', 'America/New_York', 'Time zone', 'America - New_York'],
    ['post-master-content-social-network-id', 'linkedin', 'Master platform', 'LinkedIn'],
    ['post-master-content-social-network-id', '', 'Master platform', 'None'],
    ['networks', 'facebook, twitter', 'Networks', 'Facebook, Twitter'],
    ['twitter-approval', 'true', 'Twitter posts need approval', 'On'],
    ['twitter-approval', '', 'Twitter posts need approval', 'Off'],
    ['content-manager', 'false', 'Content Manager', 'Off'],
  ])('says %s %j as %s: %s', (field, value, words, text) => {
    expect(read(null, { [field]: value })).toEqual([{ field: words, old: null, new: text }])
  })

  it('shows what people typed unchanged, even if it is a word of the product', () => {
    for (const name of ['true', 'facebook', 'content-creator'])
      expect(read({ name }, { name: 'Harbor' })).toEqual([{ field: 'Name', old: name, new: 'Harbor' }])
  })

  it('has each field once, with its old and new value', () => {
    expect(read({ name: 'Old' }, { name: 'New', logo: 'changed', shoe: 3 })).toEqual([
      { field: 'Name', old: 'Old', new: 'New' },
      { field: 'Logo', old: null, new: 'changed' },
      { field: 'shoe', old: null, new: '3' },
    ])
    expect(read(null, null)).toEqual([])
  })
})

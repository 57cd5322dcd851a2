import { eachSource, isCode, isTest, type Rule, withoutComments } from './source.ts'

/** Who writes dates besides `domain/src/kernel/time-format.ts`, and why. */
const writers: Readonly<Record<string, string>> = {
  'domain/src/kernel/time.ts': 'reads the clock of a time zone',
  'domain/src/kernel/languages/dates.ts': 'the languages of clients',
  'domain/src/reports/words.ts': 'reports, in their language',
  'server/src/features/certificates/draw-certificate.ts': 'the exact time, for a court',
  'server/src/features/reports/schedule/draft-reports.ts': 'the name of a month',
  'server/src/features/proofs/pdf/months.ts': 'days and months of a proof, in its language',
  'server/src/platform/mail/day-in-words.ts': 'mails about money and security',
  'web/src/features/accounts/welcome-panel.tsx': 'days of the week, in the language of the page',
  'web/src/features/agencies/audit-line.tsx': 'the exact time, for an audit',
  'web/src/features/analytics/metric-card.tsx': 'the name of a month',
  'web/src/features/proofs/proof-grid.tsx': 'days and months of a proof, in its language',
  'web/src/features/projects/zone-search.ts': 'the offset of a time zone',
  'web/src/features/status/public-status-screen.tsx':
    'a page without a project or a person, by the clock of the browser',
}
const writing =
  /\bIntl\.DateTimeFormat\((?!\)\.resolvedOptions)|\.toLocale(?:Date|Time)String\(|\bnew Date\([^()]*\)\.toLocaleString\(/g

/** One way to write a date (docs/product/interface.md "Date formats"). */
export const oneWayToWriteDates: Rule = eachSource(({ path, text }) => {
  if (!/^(domain|server|web)\/src\//.test(path) || !isCode(path) || isTest(path) || path in writers) return []
  const code = withoutComments(text)
  return [...code.matchAll(writing)].map(
    ({ index }) =>
      `line ${code.slice(0, index).split('\n').length} writes a date in a way of its own. Use formatInstant() or formatLocal() of domain/src/kernel/time-format.ts, or list it in tools/structure/dates.ts with the reason.`,
  )
})

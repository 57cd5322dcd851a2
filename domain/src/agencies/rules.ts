import type { AuditEntry, AuditValues } from './model.ts'

/** A spreadsheet runs what begins with one of these; with an apostrophe before it, it is text. (OWASP "CSV Injection".) */
const runs = /^[=+\-@\t\r]/

/** One cell of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export const csvCell = (text: string): string => {
  const safe = runs.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const valuesText = (values: AuditValues | null): string =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${field}: ${value ?? ''}`)
    .join('; ')

const header = ['When (UTC)', 'Who', 'Email', 'What', 'Project', 'To', 'Old', 'New', 'From address']

/**
 * Lines of the audit log as CSV with a header. Begins with a byte order mark: without it a spreadsheet takes names in other scripts for
 * another encoding.
 */
export const auditCsv = (entries: readonly AuditEntry[]): string => {
  const rows = entries.map(entry => [
    entry.created_at,
    entry.actor?.name ?? '',
    entry.actor?.email ?? '',
    entry.action,
    entry.project?.name ?? '',
    entry.subject,
    valuesText(entry.old),
    valuesText(entry.new),
    entry.address ?? '',
  ])
  return `\ufeff${[header, ...rows].map(cells => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

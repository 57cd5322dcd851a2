import type { Rule, Source } from './source.ts'

/** What decisions are about, in the order of their index. */
export const areas = [
  'House',
  'Accounts and people',
  'Writing',
  'Planning',
  'Approval',
  'Publishing',
  'Networks and media',
  'Notifications and mail',
  'Analytics and reports',
  'Billing',
  'Pages in the browser',
  'Tests and operation',
] as const

export type Record = {
  number: number
  title: string
  file: string
  /** `accepted`, and by which later records it was changed or replaced. */
  status: string
  area: string
  date: string
}

const path = /^docs\/decisions\/((\d{4})-[\w-]+\.md)$/
const head =
  /^# (\d+)\. (.+)\n\nStatus: (accepted(?:, changed by .+)?|replaced by .+) · Area: (.+) · Date: (\d{4}-\d\d-\d\d)\n/

/** The record of a file, null for any other file or one whose first lines are not as they are to be. */
export const readRecord = (file: string, text: string): Record | null => {
  const [, name = '', digits = ''] = path.exec(file) ?? []
  const [, number, title = '', status = '', area = '', date = ''] = head.exec(text) ?? []
  const isRight = number !== undefined && Number(number) === Number(digits)
  return isRight ? { number: Number(number), title, file: name, status, area, date } : null
}

const gap = String.raw`(?:[\s*]|//|--)+`
const named = new RegExp(
  String.raw`\bdecisions?${gap}\[?(\d{1,4}(?:(?:,| and|, and| or)${gap}\d{1,4}\b)*)|\b(\d{4})-[\w-]+\.md`,
  'gi',
)

/** The numbers of the records that a text names: in a link, as a path, or as "decision 12", "decisions 12 and 13". */
const namedIn = (text: string): number[] =>
  [...text.matchAll(named)].flatMap(([, list = '', link]) =>
    link ? [Number(link)] : (list.match(/\d+/g) ?? []).map(Number),
  )

const cites = ({ path: file }: Source) =>
  /\.(tsx?|mjs|css|sql|md)$/.test(file) && file !== 'docs/decisions/README.md'

/**
 * Each decision says its status, area and date, and is cited outside the decisions: what nobody comes across is not known. One that was
 * changed by a later one is named by it.
 */
export const decisionRecords: Rule = sources => {
  const files = sources.filter(source => path.test(source.path))
  const known = new Set(
    sources.filter(source => cites(source) && !path.test(source.path)).flatMap(({ text }) => namedIn(text)),
  )
  const later = new Map(
    files.map(({ path: file, text }) => [Number(path.exec(file)?.[2]), namedIn(text)] as const),
  )
  return files.flatMap(({ path: file, text }) => {
    const record = readRecord(file, text)
    const say = (message: string) => [{ path: file, message }]
    if (!record)
      return say(
        'does not begin with "# <number>. <title>" and "Status: accepted · Area: … · Date: yyyy-mm-dd".',
      )
    if (!areas.some(area => area === record.area))
      return say(`has the area "${record.area}". Take one of tools/structure/decisions.ts.`)
    const silent = namedIn(record.status).filter(number => !later.get(number)?.includes(record.number))
    if (silent.length > 0)
      return say(`was changed by decision ${silent[0]}, which does not name it. Name it there.`)
    // A replaced one is reached from the one that replaced it.
    if (!known.has(record.number) && !record.status.startsWith('replaced'))
      return say(
        'is cited by no code and no page. Cite it where it applies, or remove it if it applies nowhere.',
      )
    return []
  })
}

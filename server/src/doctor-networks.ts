import { addDays } from '#domain/kernel/days.ts'
import type { Config } from '#server/config.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Finding } from './doctor-finding.ts'
import { listAllCosts, totalOf } from './features/social-accounts/paid-calls.ts'

/** The last day of each version of the Graph API whose end is announced (docs/guides/networks.md "Facebook"). */
const graphEnds: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
}
/** Those of LinkedIn; of the others only that they last a year. */
const linkedinEnds: Readonly<Record<string, string>> = {
  '202510': '2026-10-15',
  '202511': '2026-11-16',
  '202601': '2027-01-15',
  '202602': '2027-02-15',
  '202603': '2027-03-16',
}

const linkedinEnd = (version: string): string | null => {
  const [, year, month] = /^(\d{4})(\d{2})/.exec(version) ?? []
  return linkedinEnds[version.slice(0, 6)] ?? (year && month ? `${Number(year) + 1}-${month}-15` : null)
}

/** Enough to try a newer one on a test account first. */
const NOTICE_DAYS = 61

type Version = {
  readonly what: string
  readonly variable: string
  readonly version: string
  readonly end: string | null
}

const judge = ({ what, variable, version, end }: Version, today: string): Finding => {
  if (end === null) return { what, state: 'fine', text: `${version}, whose end is not announced` }
  const remedy = `Set ${variable} to a newer version and try it on a test account (docs/guides/networks.md).`
  if (end < today) return { what, state: 'wrong', text: `${version} ended on ${end}`, remedy }
  if (end <= addDays(today, NOTICE_DAYS))
    return { what, state: 'note', text: `${version} ends on ${end}`, remedy }
  return { what, state: 'fine', text: `${version}, until ${end}` }
}

/** Whether the versions of the networks' APIs that are set still last. */
export const checkVersions = (config: Config, now: Date): Finding[] => {
  const today = now.toISOString().slice(0, 10)
  const { facebookVersion, linkedinVersion } = networkSettings(config)
  return [
    {
      what: 'Graph version',
      variable: 'FACEBOOK_VERSION',
      version: facebookVersion,
      end: graphEnds[facebookVersion] ?? null,
    },
    {
      what: 'LinkedIn version',
      variable: 'LINKEDIN_VERSION',
      version: linkedinVersion,
      end: linkedinEnd(linkedinVersion),
    },
  ].map(version => judge(version, today))
}

const dollars = (usd: number): string => `$${usd.toFixed(2)}`

/** What Twitter (X) is estimated to have cost this month, for each client. */
export const checkCosts = async (config: Config, db: Db, now: Date): Promise<Finding> => {
  const what = 'Twitter costs'
  const costs = await listAllCosts(db, now)
  const budget = config.X_MONTHLY_BUDGET
  const total = totalOf(costs)
  const lines = [
    `${dollars(total)} this month, estimated${budget === undefined ? '' : `; the budget is ${dollars(budget)}`}`,
    ...costs.map(
      ({ agency, client, read, written }) =>
        `${client} (${agency}): ${dollars(written)} written, ${dollars(read)} read`,
    ),
  ]
  const text = lines.join(`\n${' '.repeat(22)}`)
  if (budget === undefined || total < budget) return { what, state: 'fine', text }
  const remedy = 'Nothing more is read this month, while posts still go out. Raise X_MONTHLY_BUDGET, or wait.'
  return { what, state: 'note', text, remedy }
}

import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Role } from '#domain/permissions/table.ts'
import { type AuditBy, type AuditChange, audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { demoLogins } from './people.ts'

type DemoProject = {
  readonly projectId: number
  readonly name: string
  readonly accounts: readonly { readonly social_network: SocialNetwork; readonly name: string }[]
}
type Demo = {
  readonly agencyId: number
  readonly agencyName: string
  readonly adminId: number | null
  readonly projects: readonly DemoProject[]
  readonly timezone: string
  /** The current day. */
  readonly today: string
}

/** The agency is a little older than its oldest post. */
const BEGAN_DAYS_AGO = 35
/** A documentation address (RFC 5737), which belongs to nobody. */
export const DEMO_ADDRESS = '203.0.113.24'
const members: readonly Role[] = ['content-creator', 'internal-approver', 'external-approver']

const changesIn = ({ name, accounts }: DemoProject, timezone: string): AuditChange[] => [
  { action: 'project.created', subject: name, new: { name, 'project-timezone': timezone } },
  ...demoLogins
    .filter(({ role }) => members.includes(role))
    .map(({ email, role }): AuditChange => ({ action: 'member.added', subject: email, new: { role } })),
  ...accounts.map(
    (account): AuditChange => ({
      action: 'social_account.connected',
      subject: networks[account.social_network].label,
      new: { account: account.name },
    }),
  ),
]

/**
 * The lines that the demo agency's audit log would have if its admin had created everything by hand: the seed creates it all at once,
 * without the commands that log. A minute or two passes between one line and the next.
 */
export const writeDemoHistory = async (tx: Tx, demo: Demo): Promise<void> => {
  const { agencyId, agencyName, adminId, projects, timezone, today } = demo
  const date = addDays(today, -BEGAN_DAYS_AGO)
  const began = instantOf({ date, time: '09:02', timezone }).getTime()
  let minutes = 0
  const write = (projectId: number | null, change: AuditChange) => {
    const now = new Date(began + minutes * 60_000)
    minutes += change.action === 'social_account.connected' ? 2 : 1
    const by: AuditBy = { agencyId, projectId, actorId: adminId, address: DEMO_ADDRESS, now }
    return audit(tx, by, change)
  }
  await write(null, { action: 'agency.created', subject: agencyName, new: { name: agencyName } })
  for (const project of projects)
    for (const change of changesIn(project, timezone)) await write(project.projectId, change)
}

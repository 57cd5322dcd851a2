import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditAction } from '#domain/kernel/audit.ts'
import {
  createReport,
  createReportLink,
  deleteReport,
  deleteReportSchedule,
  freezeReport,
  revokeReportLinks,
  saveReportSchedule,
  sendReport,
} from '#domain/reports/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { auditing } from '#testing/audit.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildReport, everyMonth } from '#testing/reports.ts'
import { reportRoutes } from './routes.ts'

let cast: Cast
let reportId: number
const test = useTestApp({ routes: [...reportRoutes, ...agencyRoutes] })
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
  reportId = await buildReport(test.db, cast.project)
})

const { log, ask, inProject } = auditing(
  () => test,
  () => cast,
)
const one = () => ({ params: { ...inProject().params, reportId } })
const freeze = () => ask(freezeReport, { ...one(), body: { version: 1 } }, cast.creator)
const makeLink = () => ask(createReportLink, { ...one(), body: {} }, cast.creator)
const none = { old: null, new: null }

/** How each change is made, and what its entry says besides. */
const changes: Record<Extract<AuditAction, `report${string}`>, () => Promise<object>> = {
  'report.created': async () => {
    const body = { from: '2026-05-01', to: '2026-05-31', networks: ['facebook' as const, 'twitter' as const] }
    await ask(createReport, { ...inProject(), body }, cast.creator)
    return { old: null, new: { networks: 'facebook, twitter' } }
  },
  'report.deleted': async () => {
    await ask(deleteReport, one(), cast.creator)
    return none
  },
  'report.frozen': async () => {
    await freeze()
    return none
  },
  'report.sent': async () => {
    const body = { user_ids: [], emails: ['ida@client.example', 'jo@client.example'], version: 1 }
    await ask(sendReport, { ...one(), body }, cast.creator)
    return { old: null, new: { recipients: 'ida@client.example, jo@client.example' } }
  },
  'report_schedule.changed': async () => {
    const body = { ...everyMonth(cast), user_ids: [cast.external.userId], emails: ['ida@client.example'] }
    await ask(saveReportSchedule, { ...inProject(), body }, cast.creator)
    const { email } = await test.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', cast.external.userId)
      .executeTakeFirstOrThrow()
    return { subject: expect.any(String), new: { recipients: `${email}, ida@client.example` } }
  },
  'report_schedule.ended': async () => {
    await ask(saveReportSchedule, { ...inProject(), body: everyMonth(cast) }, cast.creator)
    await ask(deleteReportSchedule, inProject(), cast.creator)
    return { ...none, subject: expect.any(String) }
  },
  'report_link.created': async () => {
    await freeze()
    await makeLink()
    return none
  },
  'report_link.revoked': async () => {
    await freeze()
    await makeLink()
    await makeLink()
    await ask(revokeReportLinks, one(), cast.creator)
    return { old: { links: 2 }, new: null }
  },
}

describe('The audit log says of reports who did it, where, and which one:', () => {
  it.each(Object.entries(changes))('%s', async (action, change) => {
    const said = await change()
    const [entry] = await log()
    expect(entry).toMatchObject({
      action,
      subject: 'Report of 2026-05-01 to 2026-05-31',
      ...said,
      actor: { id: cast.creator.userId },
      project: { id: cast.project.projectId },
    })
  })

  it('but nothing of what was refused or changed nothing', async () => {
    await freeze()
    const before = await log()
    await test.ask(cast.creator, freezeReport, { ...one(), body: { version: 1 } })
    await test.ask(cast.creator, deleteReport, one())
    await ask(revokeReportLinks, one(), cast.creator)
    expect(await log()).toEqual(before)
  })
})

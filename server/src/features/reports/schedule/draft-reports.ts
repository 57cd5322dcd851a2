import { addDays, addMonths } from '#domain/kernel/days.ts'
import { fullName } from '#domain/kernel/text.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import { daysOfDraft, dueDraftDay } from '#domain/reports/monthly.ts'
import { listAdmins } from '#server/features/billing/agency-admins.ts'
import { isBilled, mayWrite } from '#server/features/billing/standings.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { jobContext } from '#server/platform/http/job-context.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { insertReport } from '../new-report.ts'
import { draftMail } from './draft-mail.ts'

/** Every zone's 8:00 is on a quarter of an hour. */
export const draftReportsQueue: JobQueue = {
  name: 'draft-reports',
  cron: '*/15 * * * *',
  expireSeconds: 600,
}

/** Makes the drafts that are due, each in a transaction of its own (docs/product/reports.md "Every month"). */
export const draftReports = async (services: Services): Promise<JobOutcome> => {
  const now = services.clock.now()
  const near = await services.db
    .selectFrom('report_schedules as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select('s.project_id')
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    // East of Greenwich the day begins earlier.
    .where('s.next_day', '<=', addDays(dayOf(now, 'UTC'), 1))
    .orderBy('s.project_id')
    .execute()
  for (const { project_id } of near)
    try {
      await inTransaction(services.db, tx => draftOne(tx, services, project_id))
    } catch (error) {
      // The next run tries again, and the other projects get theirs now.
      services.log.error({ err: error, project: project_id }, 'the draft of a report could not be made')
    }
  return 'done'
}

/** A schedule, locked: of two workers one makes the draft, and with it moves the schedule on. */
const lockSchedule = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(['s.networks', 's.manager_id', 's.next_day'])
    .select(['p.agency_id', 'p.timezone', 'p.name'])
    .where('s.project_id', '=', projectId)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .forUpdate('s')
    .skipLocked()
    .executeTakeFirst()

type Schedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>

const draftOne = async (tx: Tx, services: Services, projectId: number): Promise<void> => {
  const now = services.clock.now()
  const schedule = await lockSchedule(tx, projectId)
  const day = schedule && dueDraftDay(schedule.next_day, schedule.timezone, now)
  if (!schedule || !day) return
  const { agency_id: agencyId, networks } = schedule
  // It is made up for once the agency has paid.
  if (isBilled(services.config) && !(await mayWrite(tx, agencyId, now))) return
  await tx
    .updateTable('report_schedules')
    .set({ next_day: addMonths(day, 1) })
    .where('project_id', '=', projectId)
    .execute()
  const days = daysOfDraft(day)
  if (await hasReport(tx, projectId, days)) return
  const by = { agencyId, projectId, actorId: null, address: null, now }
  const reportId = await insertReport(tx, by, { projectId, ...days, networks, isScheduled: true })
  await mailDraft(tx, services, schedule, { projectId, reportId, from: days.from })
}

/** Somebody may have begun it by hand. */
const hasReport = async (
  tx: Tx,
  projectId: number,
  { from, to }: ReturnType<typeof daysOfDraft>,
): Promise<boolean> =>
  (await tx
    .selectFrom('reports')
    .select('id')
    .where('project_id', '=', projectId)
    .where('from_day', '=', from)
    .where('to_day', '=', to)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Draft = { readonly projectId: number; readonly reportId: number; readonly from: string }

const inMonths = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const mailDraft = async (
  tx: Tx,
  services: Services,
  schedule: Schedule,
  { projectId, reportId, from }: Draft,
): Promise<void> => {
  const { agency_id: agencyId, manager_id: userId, name: project } = schedule
  const manager = await findManager(tx, services, { userId, projectId })
  const readers = manager ? [manager] : await listAdmins(tx, agencyId)
  for (const { email, ...person } of readers) {
    const mail = draftMail({
      sender: await readSender(tx, agencyId),
      publicUrl: services.config.publicUrl,
      name: fullName(person),
      project,
      projectId,
      reportId,
      isForAdmins: !manager,
      month: inMonths.format(new Date(`${from}T00:00:00Z`)),
    })
    await queueMail(tx, services, { to: email, agencyId, projectIds: [projectId], ...mail })
  }
}

/** Undefined if they were removed or blocked, or write no reports any more. */
const findManager = async (
  tx: Tx,
  services: Services,
  who: { readonly userId: number; readonly projectId: number },
) => {
  const context = await jobContext(services, who)
  if (!context || !can(context.scope, 'report.write')) return undefined
  return tx
    .selectFrom('users')
    .select(['name', 'last_name', 'email'])
    .where('id', '=', who.userId)
    .executeTakeFirst()
}

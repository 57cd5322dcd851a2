import type { Db } from '#server/platform/db/database.ts'
import { testNow } from './app.ts'
import type { Cast, TestProject } from './people.ts'

/** The draft of a report about May. */
export const buildReport = async (db: Db, { projectId }: TestProject): Promise<number> =>
  (
    await db
      .insertInto('reports')
      .values({
        project_id: projectId,
        from_day: '2026-05-01',
        to_day: '2026-05-31',
        networks: ['facebook'],
        created_at: testNow,
        updated_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A schedule whose drafts a content creator looks over, for nobody yet. */
export const everyMonth = ({ creator }: Pick<Cast, 'creator'>) => ({
  networks: ['facebook' as const],
  manager_id: creator.userId,
  user_ids: [] as number[],
  emails: [] as string[],
})

/** The body of each call that needs one. */
export const reportBodies = {
  'POST /projects/{projectId}/report-schedule': () => ({
    // Refused for what it says, but for nothing before that.
    networks: ['facebook'],
    manager_id: 1,
    user_ids: [],
    emails: [],
  }),
  'POST /projects/{projectId}/reports': () => ({
    from: '2026-05-01',
    to: '2026-05-31',
    networks: ['facebook'],
  }),
  'POST /projects/{projectId}/reports/{reportId}': () => ({ goal: 'Grow', reasons: '', version: 1 }),
  'POST /projects/{projectId}/reports/{reportId}/freeze': () => ({ version: 1 }),
  'POST /projects/{projectId}/reports/{reportId}/send': () => ({
    user_ids: [],
    emails: ['client@example.com'],
    version: 1,
  }),
  'POST /projects/{projectId}/reports/{reportId}/link': () => ({}),
  'POST /report-link': () => ({ token: 'x'.repeat(43) }),
  'POST /report-link/csv': () => ({ token: 'x'.repeat(43) }),
  'POST /report-link/pictures': () => ({ token: 'x'.repeat(43) }),
  'POST /report-link/pdf': () => ({ token: 'x'.repeat(43) }),
}

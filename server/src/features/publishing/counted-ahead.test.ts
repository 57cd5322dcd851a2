import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { postsTakenText } from '#domain/publishing/posts-taken.ts'
import { testNow as now, useTestApp } from '#testing/app.ts'
import { buildProject, nextNumber, type TestProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { listPlannedVersions, readOutlooks } from './outlooks.ts'

const kit = useTestApp({ routes: [] })

type Videos = { readonly count: number; readonly width: number; readonly height: number }

/** Approved videos for Facebook, all due at one time tomorrow. */
const planVideos = async (project: TestProject, { count, width, height }: Videos) => {
  const media = await buildMedia(kit.db, project, { object_type: 'video', content_type: 'video/mp4' })
  await kit.db.updateTable('medias').set({ width, height }).where('id', '=', media).execute()
  for (let index = 0; index < count; index++)
    await buildPost(kit.db, project, {
      type: 'single_video',
      status: 'approved',
      socials: [{ network: 'facebook', media: [media] }],
      schedule: { date: '2026-06-02', time: '12:00' },
    })
}

/** How many versions of these clients the board says are beyond what their network takes. */
const countBeyond = async (...projects: readonly TestProject[]): Promise<number> => {
  const versions = await listPlannedVersions(
    kit.db,
    projects.map(({ projectId }) => projectId),
    { from: now, until: new Date(now.getTime() + 14 * 24 * 3_600_000), limit: 1_000 },
  )
  const outlooks = await readOutlooks(kit.services, kit.db, { versions, now })
  const details = outlooks.flatMap(({ outlook }) =>
    outlook.reasons.flatMap(({ code, detail }) => (code === 'too_many' ? [detail] : [])),
  )
  expect(new Set(details)).toEqual(new Set(details.length === 0 ? [] : [postsTakenText('facebook')]))
  return details.length
}

/** Connects the account of the one to the other as well. */
const share = (from: TestProject, to: TestProject) =>
  sql`update social_accounts a set external_id = b.external_id from social_accounts b
    where a.project_id = ${to.projectId} and b.project_id = ${from.projectId}
      and a.social_network = 'facebook' and b.social_network = 'facebook'`.execute(kit.db)

describe('Of the posts of an account the board counts', () => {
  it('the videos that Facebook takes as reels, and no others', async () => {
    const [upright, wide] = [await buildProject(kit.db), await buildProject(kit.db)]
    await planVideos(upright, { count: 32, width: 1080, height: 1920 })
    await planVideos(wide, { count: 32, width: 1920, height: 1080 })
    expect(await countBeyond(upright)).toBe(2)
    expect(await countBeyond(wide)).toBe(0)
  })

  it('those of all clients of the agency that it is connected to, whichever of them is asked about', async () => {
    const one = await buildProject(kit.db)
    const other = await buildProject(kit.db, { agencyId: one.agencyId })
    for (const project of [one, other]) await planVideos(project, { count: 16, width: 9, height: 16 })
    expect(await countBeyond(one, other)).toBe(0)
    await share(one, other)
    expect(await countBeyond(one, other)).toBe(2)
    expect((await countBeyond(one)) + (await countBeyond(other))).toBe(2)
  })

  it('nothing of another agency, which may not be seen', async () => {
    const [one, other] = [await buildProject(kit.db), await buildProject(kit.db)]
    for (const project of [one, other]) await planVideos(project, { count: 16, width: 9, height: 16 })
    await share(one, other)
    expect(await countBeyond(one, other)).toBe(0)
  })

  it('nothing of a client that has no account any more', async () => {
    const project = await buildProject(kit.db)
    await planVideos(project, { count: 32, width: 9, height: 16 })
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: now, external_id: `gone${nextNumber()}` })
      .where('project_id', '=', project.projectId)
      .execute()
    expect(await countBeyond(project)).toBe(0)
  })
})

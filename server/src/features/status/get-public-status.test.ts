import { beforeEach, describe, expect, it } from 'vitest'
import { getPublicStatus } from '#domain/status/contract.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { readPublicStatus } from './get-public-status.ts'
import { statusRoutes } from './routes.ts'

const kit = useTestApp({ routes: statusRoutes, config: { STATUS_PAGE: true } })
const off = useTestApp({ routes: statusRoutes })
const cast = useCast(kit)
const other = useCast(kit)
beforeEach(async () => {
  for (const table of ['outgoing_mails', 'publications', 'publishing_holds'] as const)
    await kit.db.deleteFrom(table).execute()
})

const now = new Date('2026-06-01T08:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const addPublication = async (project: typeof cast.project, due: number, own: object = {}) => {
  const { socialIds } = await buildPost(kit.db, project, {
    type: 'text',
    socials: [{ network: 'linkedin', status: 'on_publishing' }],
  })
  const row = {
    post_social_id: socialIds[0] ?? 0,
    project_id: project.projectId,
    social_network: 'linkedin' as const,
    content_digest: '',
    status: 'queued' as const,
    due_at: minutesAgo(due),
    run_at: minutesAgo(due),
  }
  await kit.db
    .insertInto('publications')
    .values({ ...row, ...own })
    .execute()
}
const live = (minutes: number) => ({ status: 'live' as const, closed_at: minutesAgo(minutes) })
const delayedSince = async (network = 'linkedin') => {
  const { networks } = await readPublicStatus(kit.db, now)
  return networks.find(({ social_network }) => social_network === network)?.delayed_since
}

describe('The status for everybody', () => {
  it('is that all works where nothing waits', async () => {
    await addPublication(cast.project, 1)
    await addPublication(cast.project, 60, { held_at: minutesAgo(60) })
    expect(await readPublicStatus(kit.db, now)).toEqual({
      read_at: now.toISOString(),
      is_held: false,
      networks: ['facebook', 'instagram', 'linkedin', 'twitter'].map(social_network => ({
        social_network,
        delayed_since: null,
      })),
      mails_delayed_since: null,
    })
  })

  it('says since when a network is late, and not that others are', async () => {
    await addPublication(cast.project, 5)
    await addPublication(cast.project, 9, { run_at: minutesAgo(-3), status: 'unknown' })
    expect(await delayedSince()).toBe(minutesAgo(9).toISOString())
    expect(await delayedSince('facebook')).toBeNull()
  })

  it('leaves out what waits in one client alone while other posts go out', async () => {
    await addPublication(cast.project, 9)
    await addPublication(other.project, 10, live(3))
    expect(await delayedSince()).toBeNull()
    await addPublication(other.project, 7)
    expect(await delayedSince()).toBe(minutesAgo(9).toISOString())
  })

  it('says that everything is held, and that mails wait', async () => {
    const hold = { scope: 'installation' as const, reason: 'by_hand' as const, held_at: now }
    await kit.db.insertInto('publishing_holds').values(hold).execute()
    const mail = { to: 'a@b.example', subject: 'Hi', text: 'Hi', html: 'Hi', kind: 'notifications' }
    await kit.db.transaction().execute(tx => queueMail(tx, kit.services, { ...mail, agencyId: null }))
    await kit.db
      .updateTable('outgoing_mails')
      .set({ queued_at: minutesAgo(31) })
      .execute()
    expect(await readPublicStatus(kit.db, now)).toMatchObject({
      is_held: true,
      mails_delayed_since: minutesAgo(31).toISOString(),
    })
  })
})

it('is asked without a session, and is answered from what was read less than 15 seconds ago', async () => {
  const { status, data } = await kit.ask(null, getPublicStatus)
  expect(status).toBe(200)
  await kit.db
    .insertInto('publishing_holds')
    .values({ scope: 'installation', reason: 'by_hand', held_at: now })
    .execute()
  expect((await kit.ask(null, getPublicStatus)).data).toEqual(data)
})

it('is there only where the operator wants it', async () => {
  expect((await off.ask(null, getPublicStatus)).status).toBe(404)
})

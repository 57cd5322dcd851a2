import { beforeEach, describe, expect, it } from 'vitest'
import { getStatus, retryFailedMail } from '#domain/status/contract.ts'
import { queueMail, sendMailQueue } from '#server/platform/mail/queue.ts'
import { version } from '#server/platform/version.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { statusRoutes } from './routes.ts'

const kit = useTestApp({ routes: statusRoutes, config: { BACKUP_TARGET: '/backups' } })
const cast = useCast(kit)
let operator: TestPerson
beforeEach(async () => {
  operator = await buildPerson(kit.db, cast.project, 'super-admin')
  for (const table of ['outgoing_mails', 'publications', 'network_limits', 'backups'] as const)
    await kit.db.deleteFrom(table).execute()
})

const see = async () => (await kit.ask(operator, getStatus)).data
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A post on its way, or at its end. */
const addPublication = async (own: object) => {
  const { projectId } = cast.project
  const { socialIds } = await buildPost(kit.db, cast.project, {
    type: 'text',
    socials: [{ network: 'linkedin', status: 'on_publishing' }],
  })
  const row = {
    post_social_id: socialIds[0] ?? 0,
    project_id: projectId,
    social_network: 'linkedin' as const,
    content_digest: '',
    status: 'queued' as const,
    due_at: minutesAgo(5),
    run_at: minutesAgo(5),
  }
  await kit.db
    .insertInto('publications')
    .values({ ...row, ...own })
    .execute()
}

/** A mail that was given up. */
const addFailedMail = async (agencyId: number | null, to: string): Promise<number> => {
  const content = { kind: 'notifications', subject: 'Approve a post', text: 'Hi', html: '<p>Hi</p>' }
  const { id } = await kit.db
    .transaction()
    .execute(tx => queueMail(tx, kit.services, { to, ...content, agencyId }))
  const failed = { status: 'failed' as const, failed_at: minutesAgo(1), last_error: '550 no such user' }
  await kit.db.updateTable('outgoing_mails').set(failed).where('id', '=', id).execute()
  return id
}

describe('The status of the installation', () => {
  it('says which posts should have gone out, and leaves out those that are held or wait for a network', async () => {
    await addPublication({})
    await addPublication({ due_at: minutesAgo(9), run_at: minutesAgo(9) })
    await addPublication({ due_at: minutesAgo(60), held_at: minutesAgo(60) })
    await addPublication({ due_at: minutesAgo(60), run_at: minutesAgo(-10) })
    await addPublication({ status: 'unknown', run_at: minutesAgo(-1) })
    await addPublication({ status: 'live', closed_at: minutesAgo(30) })
    await addPublication({ status: 'failed', failure_reason: 'rejected', closed_at: minutesAgo(30) })
    await addPublication({ status: 'live', closed_at: minutesAgo(25 * 60) })
    const limit = {
      scope: 'app' as const,
      subject: 'linkedin/app',
      not_before: minutesAgo(-15),
      told_at: minutesAgo(1),
    }
    await kit.db.insertInto('network_limits').values(limit).execute()
    const { networks } = await see()
    expect(networks.map(({ social_network }) => social_network)).toEqual([
      'facebook',
      'instagram',
      'linkedin',
      'twitter',
    ])
    const linkedin = networks.find(({ social_network }) => social_network === 'linkedin')
    expect(linkedin).toMatchObject({ due: { count: 2 }, unknown: 1, live: 1, failed: 1, limited: 1 })
    expect(linkedin?.limited_until).toBe(limit.not_before.toISOString())
    expect(new Date(linkedin?.due.since ?? 0).getTime()).toBeCloseTo(minutesAgo(9).getTime(), -4)
    expect(networks[0]).toMatchObject({ due: { count: 0, since: null }, limited: 0, limited_until: null })
  })

  it('counts a limit of Meta’s app for both of its networks', async () => {
    const limit = {
      scope: 'app' as const,
      subject: 'meta/7',
      not_before: minutesAgo(-15),
      told_at: minutesAgo(1),
    }
    await kit.db.insertInto('network_limits').values(limit).execute()
    const { networks } = await see()
    expect(networks.map(({ limited }) => limited)).toEqual([1, 1, 0, 0])
  })

  it('says the version, how backups are, and how much room there is', async () => {
    const ended = { target: '/backups', seconds: 5 }
    const good = { ...ended, ended_at: minutesAgo(60), backup_id: 'b1', problem: null }
    const bad = { ...ended, ended_at: minutesAgo(1), backup_id: null, problem: 'the disk is full' }
    await kit.db.insertInto('backups').values([good, bad]).execute()
    const status = await see()
    expect(status).toMatchObject({
      version,
      backups: { last_good_at: good.ended_at.toISOString(), problem: bad.problem, is_late: false },
    })
    expect(status.disks.map(({ holds, is_full }) => [holds, is_full])).toContainEqual(['uploads', false])
    for (const { free_bytes, total_bytes } of status.disks) expect(free_bytes).toBeLessThan(total_bytes)
  })

  it.each(['admin', 'creator', 'internal', 'external', 'stranger'] as const)('is not for %s', async who => {
    expect((await kit.ask(cast[who], getStatus)).status).toBe(403)
    const mailId = await addFailedMail(null, 'new@person.example')
    const { status } = await kit.ask(cast[who], retryFailedMail, { params: { mailId }, body: {} })
    expect(status).toBe(403)
  })
})

describe('A mail that was given up', () => {
  const retry = (mailId: number) => kit.ask(operator, retryFailedMail, { params: { mailId }, body: {} })

  it('is listed with its agency, if it has one, and is sent again', async () => {
    const own = await addFailedMail(null, 'new@person.example')
    const { failed_mails, mails } = await see()
    expect(failed_mails).toMatchObject({
      count: 1,
      latest: [{ id: own, agency_name: null, recipient: 'new@person.example', reason: '550 no such user' }],
    })
    expect(mails.count).toBe(0)
    expect((await retry(own)).status).toBe(200)
    expect((await kit.enqueued(sendMailQueue)).at(-1)).toMatchObject({ mailId: own })
    expect(await see()).toMatchObject({ mails: { count: 1 }, failed_mails: { count: 0 } })
    expect((await retry(own)).status).toBe(404)
  })

  it('stays where it is if its reader has left the agency', async () => {
    const left = await addFailedMail(cast.project.agencyId, 'left@person.example')
    const { status, code } = await retry(left)
    expect([status, code]).toEqual([409, 'recipient_left'])
    expect((await see()).failed_mails.count).toBe(1)
  })
})

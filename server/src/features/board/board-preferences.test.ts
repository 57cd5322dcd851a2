import { beforeEach, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import {
  getBoardPreferences,
  saveBoardPreferences,
} from '#domain/notifications/board-preferences-contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { mailBoardDigests } from './mail-board-digests.ts'
import { boardRoutes } from './routes.ts'

const kit = useTestApp({ routes: boardRoutes })
const cast = useNewCast(kit)
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('board_preferences').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
})

const HOUR = 3_600_000
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** The next half hour by the clock of Tokyo, which has no other time in summer. */
const soon = () => {
  const half = HOUR / 2
  const at = new Date((Math.floor(kit.clock.now().getTime() / half) + 1) * half)
  return { at, time: localOf(at, 'Asia/Tokyo').time }
}
const save = (person: TestPerson, digest: object | null, lands = false) =>
  kit.send(person, 'PUT', '/board/preferences', { digest, lands_on_board: lands })
const plan = (status: 'draft' | 'approved', message: string) =>
  buildPost(kit.db, cast.project, {
    type: 'text',
    schedule: localOf(new Date(testNow.getTime() + 48 * HOUR), cast.project.timezone),
    socials: [{ network: 'facebook', status, message }],
    createdBy: cast.creator.userId,
  })
const connect = () =>
  kit.db
    .updateTable('social_accounts')
    .set({ sealed_token: Buffer.from('sealed'), token_key_id: 'key' })
    .where('project_id', '=', cast.project.projectId)
    .execute()
const mailsTo = async ({ userId }: TestPerson) => {
  const { email } = await kit.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return readMails(kit, email.toLowerCase())
}

describe('What a person chooses about the board', () => {
  it('is nothing at first, then what they saved, and is theirs alone', async () => {
    const { data } = await kit.ask(cast.creator, getBoardPreferences)
    expect(data).toEqual({ digest: null, lands_on_board: false })
    const digest = { days: [5, 1], time: '08:30', timezone: 'Europe/Berlin' }
    const saved = await kit.ask(cast.creator, saveBoardPreferences, {
      body: { digest, lands_on_board: true },
    })
    expect(saved.data).toEqual({ digest: { ...digest, days: [1, 5] }, lands_on_board: true })
    expect((await kit.ask(cast.creator, getBoardPreferences)).data).toEqual(saved.data)
    expect((await kit.ask(cast.admin, getBoardPreferences)).data.lands_on_board).toBe(false)
    expect((await kit.ask(null, getBoardPreferences)).status).toBe(401)
    expect(
      (await kit.send(null, 'PUT', '/board/preferences', { digest: null, lands_on_board: true })).status,
    ).toBe(401)
  })

  it.each([
    ['no day', { days: [], time: '08:30', timezone: 'UTC' }],
    ['an eighth day', { days: [7], time: '08:30', timezone: 'UTC' }],
    ['a day twice', { days: [1, 1], time: '08:30', timezone: 'UTC' }],
    ['a time between half hours', { days: [1], time: '08:31', timezone: 'UTC' }],
    ['a place that does not exist', { days: [1], time: '08:30', timezone: 'Mars/Olympus' }],
  ])('is refused with %s', async (_name, digest) => {
    expect((await save(cast.creator, digest)).status).toBe(422)
  })
})

describe('The daily mail', () => {
  it('has what is red or amber, at the chosen time, once a day', async () => {
    await connect()
    await plan('draft', 'Cold brew for June')
    await plan('approved', 'Goes out')
    const { at, time } = soon()
    expect((await save(cast.creator, { days: everyDay, time, timezone: 'Asia/Tokyo' })).status).toBe(200)
    await mailBoardDigests(kit.services)
    expect(await mailsTo(cast.creator)).toEqual([])
    kit.clock.set(at)
    await Promise.all([mailBoardDigests(kit.services), mailBoardDigests(kit.services)])
    const [mail, ...others] = await mailsTo(cast.creator)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('1 post needs somebody')
    expect(mail?.text).toContain('Cold brew for June')
    expect(mail?.text).toContain(cast.creator.name)
    expect(mail?.text).not.toContain('Goes out')
    kit.clock.set(new Date(at.getTime() + 23 * HOUR))
    await mailBoardDigests(kit.services)
    expect(await mailsTo(cast.creator)).toHaveLength(1)
    kit.clock.set(new Date(at.getTime() + 29 * HOUR))
    await plan('approved', '')
    await mailBoardDigests(kit.services)
    const mails = await mailsTo(cast.creator)
    expect(mails).toHaveLength(2)
    expect(mails.at(-1)?.text).toContain('Breaks a rule of the network (Message is required)')
  })

  it('is not sent while everything goes out, nor to somebody who has stopped it, is blocked or has no client any more', async () => {
    await connect()
    await plan('approved', 'Goes out')
    const { at, time } = soon()
    const digest = { days: everyDay, time, timezone: 'Asia/Tokyo' }
    await save(cast.creator, digest)
    kit.clock.set(at)
    await mailBoardDigests(kit.services)
    expect(await mailsTo(cast.creator)).toEqual([])
    await plan('draft', 'Cold brew')
    for (const person of [cast.admin, cast.internal]) await save(person, digest)
    await save(cast.creator, null)
    await kit.db.updateTable('users').set({ is_blocked: true }).where('id', '=', cast.admin.userId).execute()
    kit.clock.set(new Date(at.getTime() + 25 * HOUR))
    await mailBoardDigests(kit.services)
    for (const person of [cast.creator, cast.admin, cast.internal]) expect(await mailsTo(person)).toEqual([])
  })
})

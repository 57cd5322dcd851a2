import { describe, expect, it } from 'vitest'
import { remindApprovers } from '#domain/approvals/contract.ts'
import { testNow as now, type TestPerson } from '#testing/app.ts'
import { useChase } from '#testing/openings/chase.ts'
import { buildPerson, buildProject } from '#testing/people.ts'

const { kit, cast, pass, plan, list, remind, told, texts } = useChase()

const HOUR = 3_600_000

describe('Reminding', () => {
  it('tells each person of all that waits for them, and only those who were chosen, with what was written', async () => {
    const posts = [
      await plan(cast.project, [cast.internal]),
      await plan(cast.project, [cast.internal, cast.admin]),
    ]
    const client = await plan(cast.project, [cast.external], { type: 'external' })
    const { status, data } = await remind(cast.creator, [cast.internal, cast.external], ' By noon, please. ')
    expect(status).toBe(200)
    expect(data).toEqual({ reminded: expect.any(Array), posts: 3, not_reminded: [] })
    expect(new Set(data.reminded)).toEqual(new Set([cast.internal.userId, cast.external.userId]))
    expect(await told()).toEqual(
      [
        ...posts.map(({ postId }) => `${cast.internal.userId} ${postId}`),
        `${cast.external.userId} ${client.postId}`,
      ].toSorted(),
    )
    const sent = await texts()
    expect(sent).toHaveLength(2)
    for (const { text } of sent) expect(text).toContain(`${cast.creator.name}: “By noon, please.”`)
    // A client without an account decides by the link in the mail.
    expect(sent.map(({ text }) => /\/approve/.test(text)).toSorted()).toEqual([false, true])
    const { people } = await list(cast.admin)
    expect(people.find(({ id }) => id === cast.internal.userId)).toMatchObject({
      reminders: [{ at: now.toISOString(), by: cast.creator.name, message: 'By noon, please.' }],
      again_at: new Date(now.getTime() + HOUR).toISOString(),
    })
  })

  it('reminds nobody twice within an hour, by whomever and from wherever', async () => {
    const { postId } = await plan(cast.project, [cast.internal])
    const single = (person: TestPerson) => kit.ask(person, remindApprovers, { body: { post_id: postId } })
    expect((await remind(cast.admin, [cast.internal])).data.reminded).toEqual([cast.internal.userId])
    expect((await remind(cast.creator, [cast.internal])).data.not_reminded).toEqual([
      { id: cast.internal.userId, refusal: 'just_reminded' },
    ])
    expect(await single(cast.creator)).toMatchObject({ status: 409, code: 'already_reminded' })
    pass(1)
    expect((await single(cast.creator)).status).toBe(200)
    expect((await remind(cast.admin, [cast.internal])).data.reminded).toEqual([])
    // Somebody else of the same round is not held up by that.
    const other = await buildPerson(kit.db, cast.project, 'internal-approver')
    await plan(cast.project, [other, cast.internal])
    expect((await remind(cast.admin, [cast.internal, other])).data.reminded).toEqual([other.userId])
  })

  it('reminds once where two admins press at the same moment', async () => {
    const second = await buildPerson(kit.db, cast.project, 'agency-admin')
    const { postId } = await plan(cast.project, [cast.internal])
    const answers = await Promise.all([
      remind(cast.admin, [cast.internal]),
      remind(second, [cast.internal]),
      kit.ask(cast.creator, remindApprovers, { body: { post_id: postId } }),
    ])
    const [one, other, single] = answers
    const times = one.data.reminded.length + other.data.reminded.length + (single.status === 200 ? 1 : 0)
    expect(times).toBe(1)
    expect(await told()).toEqual([`${cast.internal.userId} ${postId}`])
  })

  it('says who has just been removed or has nothing to decide any more, and reminds the others of everything', async () => {
    const leaving = await buildPerson(kit.db, cast.project, 'internal-approver')
    const done = await buildPerson(kit.db, cast.project, 'internal-approver')
    const { postId } = await plan(cast.project, [leaving, cast.internal])
    await kit.db.deleteFrom('project_members').where('user_id', '=', leaving.userId).execute()
    const { data } = await remind(cast.admin, [leaving, done, cast.internal, cast.stranger])
    expect(data).toEqual({
      reminded: [cast.internal.userId],
      posts: 1,
      not_reminded: [
        { id: leaving.userId, refusal: 'gone' },
        { id: done.userId, refusal: 'nothing_waits' },
        // As somebody who does not exist.
        { id: cast.stranger.userId, refusal: 'gone' },
      ],
    })
    expect(await told()).toEqual([`${cast.internal.userId} ${postId}`])
  })

  it('says who has turned these mails off, and puts the reminder under their bell', async () => {
    const { postId } = await plan(cast.project, [cast.internal])
    await kit.db
      .insertInto('notification_settings')
      .values({
        user_id: cast.internal.userId,
        project_id: cast.project.projectId,
        kind: 'approval_reminder',
        is_on: false,
        mode: 1,
        days: JSON.stringify([]),
        timezone: 'UTC',
      })
      .execute()
    expect((await list(cast.admin)).people).toMatchObject([{ is_mailed: false }])
    await remind(cast.admin, [cast.internal])
    expect(await told()).toEqual([`${cast.internal.userId} ${postId}`])
    expect(await texts()).toEqual([])
  })

  it('shows what was written about a client only to those who see that client', async () => {
    const second = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    await kit.db
      .insertInto('project_members')
      .values({ project_id: second.projectId, user_id: cast.internal.userId, role: 'internal-approver' })
      .execute()
    await plan(cast.project, [cast.internal])
    await plan(second, [cast.internal])
    await remind(cast.admin, [cast.internal], 'About both')
    expect((await list(cast.admin)).people[0]?.reminders).toMatchObject([{ message: 'About both' }])
    expect((await list(cast.creator)).people[0]?.reminders).toMatchObject([{ message: null }])
  })

  it('refuses what is no list of people, and too long a message', async () => {
    for (const body of [{}, { people: [] }, { people: ['x'] }, { people: [1], message: 'x'.repeat(501) }])
      expect((await kit.send(cast.admin, 'POST', '/board/reminders', body)).status).toBe(422)
  })
})

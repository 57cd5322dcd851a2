import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  approveRound,
  remindApprovers,
  requestRevision,
  startApprovals,
  undoSending,
} from '#domain/approvals/contract.ts'
import { answerRevisionQuestion, askRevisionQuestion } from '#domain/approvals/conversation-contract.ts'
import { createNote } from '#domain/notes/contract.ts'
import { deletePost } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { notifyOfEvents } from './notify-of-events.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalRoutes, ...noteRoutes, ...postRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  cast = await buildCast(kit.db)
})

/** After the moment until which a sending can be undone. */
const later = (seconds = 20) => kit.clock.set(new Date(kit.clock.now().getTime() + seconds * 1000))

const buildReady = async () => {
  const media = [await buildMedia(kit.db, cast.project)]
  const { postId, socialIds } = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', media }],
    schedule: { date: '2026-06-10', time: '12:00' },
    createdBy: cast.creator.userId,
  })
  return { postId, socialId: socialIds[0] ?? 0 }
}
const send = async (postId: number, body: object = {}) => {
  const answer = await kit.ask(cast.creator, startApprovals, { body: { posts_ids: [postId], ...body } })
  expect(answer.status).toBe(200)
  return answer.data
}

const readNotifications = async () => {
  const rows = await kit.db
    .selectFrom('notifications')
    .select(['user_id', 'kind', 'actor_id'])
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
    .execute()
  return rows
}
const nameOf = (id: number) =>
  (['admin', 'creator', 'internal', 'external'] as const).find(name => cast[name].userId === id) ?? id
/** `internal sent_for_approval`, for each notification. */
const notifications = async () => {
  while ((await notifyOfEvents(kit.services)) > 0);
  return (await readNotifications()).map(({ user_id, kind }) => `${nameOf(user_id)} ${kind}`)
}

describe('Sending to approval', () => {
  it('is announced to those who must decide once it can no longer be undone, and once only', async () => {
    const { postId } = await buildReady()
    await send(postId)
    expect(await notifications()).toEqual([])
    later()
    expect(await notifications()).toEqual(['internal sent_for_approval'])
    expect(await notifications()).toEqual(['internal sent_for_approval'])
  })

  it('is announced to nobody after it was undone', async () => {
    const { postId } = await buildReady()
    const [{ undo } = {}] = await send(postId)
    await kit.ask(cast.creator, undoSending, {
      body: { project_id: cast.project.projectId, send_id: undo?.send_id ?? 0 },
    })
    later()
    expect(await notifications()).toEqual([])
  })

  it('is announced to those who were chosen, and to no others with their role', async () => {
    const chosen = await buildPerson(kit.db, cast.project, 'internal-approver')
    const { postId } = await buildReady()
    await send(postId, { concrete_internal_approver_id: [chosen.userId] })
    later()
    expect(await notifications()).toEqual([`${chosen.userId} sent_for_approval`])
  })

  it('is announced to nobody if the post is deleted', async () => {
    const { postId } = await buildReady()
    await send(postId)
    await kit.ask(cast.creator, deletePost, { params: { postId } })
    later()
    expect(await notifications()).toEqual([])
  })
})

describe('A decision', () => {
  const roundOf = async (socialId: number) =>
    (
      await kit.db
        .selectFrom('approvals')
        .select('id')
        .where('post_social_id', '=', socialId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  const approve = async (person: TestPerson, socialId: number) => {
    const body = { approval_id: await roundOf(socialId), post_social_id: socialId }
    expect((await kit.ask(person, approveRound, { body })).status).toBe(200)
  }

  it('tells the client that it is their turn, without the name of who approved internally', async () => {
    const { postId, socialId } = await buildReady()
    await send(postId)
    later()
    await notifications()
    await approve(cast.internal, socialId)
    expect(await notifications()).toEqual([
      ...['internal sent_for_approval', 'creator approved', 'external sent_for_approval'],
    ])
    const client = (await readNotifications()).find(row => row.user_id === cast.external.userId)
    expect(client?.actor_id).toBe(null)
    await approve(cast.external, socialId)
    expect((await notifications()).at(-1)).toBe('creator approved')
  })

  const sendBack = async (person: TestPerson, socialId: number, more: Record<string, string> = {}) => {
    const approval_id = await roundOf(socialId)
    const answer = await sendForm(kit, person, {
      path: requestRevision.path,
      fields: {
        approval_id: String(approval_id),
        post_social_id: String(socialId),
        message: 'Larger logo, please',
        ...more,
      },
      files: [],
    })
    expect(answer.status).toBe(200)
  }
  const remind = async (postId: number) => {
    later()
    await notifications()
    expect((await kit.ask(cast.creator, remindApprovers, { body: { post_id: postId } })).status).toBe(200)
    return (await notifications()).filter(line => line.endsWith('approval_reminder'))
  }

  it('tells who made the post of a revision', async () => {
    const { postId, socialId } = await buildReady()
    await send(postId)
    later()
    await notifications()
    await sendBack(cast.internal, socialId)
    expect((await notifications()).at(-1)).toBe('creator revision_requested')
  })

  it('tells the colleagues who are named in what is said about a round, and nobody who does not read it', async () => {
    const [colleague, stranger] = await Promise.all([
      buildPerson(kit.db, cast.project, 'content-creator'),
      buildCast(kit.db),
    ])
    const { postId, socialId } = await buildReady()
    await send(postId)
    later()
    await notifications()
    const approval_id = await roundOf(socialId)
    const say = (person: TestPerson, what: typeof askRevisionQuestion, ...named: number[]) =>
      kit.ask(person, what, { body: { approval_id, message: 'Which logo, @Mia?', mentions: named } })
    expect((await say(cast.creator, askRevisionQuestion, colleague.userId)).status).toBe(200)
    expect((await notifications()).slice(1).sort()).toEqual([
      `${colleague.userId} question`,
      'internal question',
    ])
    const told = (await notifications()).length
    expect((await say(cast.internal, answerRevisionQuestion, colleague.userId)).status).toBe(200)
    expect((await notifications()).slice(told).sort()).toEqual([
      `${colleague.userId} answer`,
      'creator answer',
    ])
    for (const person of [cast.external, stranger.creator])
      expect(await say(cast.internal, answerRevisionQuestion, person.userId)).toMatchObject({
        status: 422,
        errors: { mentions: ['You can only mention people who can read it.'] },
      })
    expect((await notifications()).length).toBe(told + 2)
    await sendBack(cast.internal, socialId, { 'mentions[0]': String(colleague.userId) })
    expect((await notifications()).slice(told + 2).sort()).toEqual([
      `${colleague.userId} revision_requested`,
      'creator revision_requested',
    ])
  })

  it('tells a client who is named in what they can read', async () => {
    const second = await buildPerson(kit.db, cast.project, 'external-approver')
    const { postId, socialId } = await buildReady()
    await send(postId, { concrete_external_approver_id: [cast.external.userId] })
    later()
    await approve(cast.internal, socialId)
    await notifications()
    await sendBack(cast.external, socialId, { 'mentions[0]': String(second.userId) })
    expect((await notifications()).slice(-2).sort()).toEqual([
      `${second.userId} revision_requested`,
      'creator revision_requested',
    ])
  })

  it('spares those who have made theirs the reminder for the others', async () => {
    const chosen = await buildPerson(kit.db, cast.project, 'internal-approver')
    const { postId, socialId } = await buildReady()
    await send(postId, { concrete_internal_approver_id: [cast.internal.userId, chosen.userId] })
    await approve(cast.internal, socialId)
    expect(await remind(postId)).toEqual([`${chosen.userId} approval_reminder`])
  })

  it('reminds those of the round that is open, not of an earlier one', async () => {
    const { postId, socialId } = await buildReady()
    await send(postId)
    await approve(cast.internal, socialId)
    await sendBack(cast.external, socialId)
    await send(postId)
    expect(await remind(postId)).toEqual(['internal approval_reminder'])
  })
})

describe('A note', () => {
  const write = async (person: TestPerson, socialId: number, message: string, isForClient = false) => {
    const answer = await sendForm(kit, person, {
      path: createNote.path.replace('{id}', String(socialId)),
      fields: { message, ...(isForClient ? { is_for_client: 'true' } : {}) },
      files: [],
    })
    expect(answer.status).toBe(200)
  }

  it('is announced to no client unless it is for them', async () => {
    const { socialId } = await buildReady()
    await kit.db
      .updateTable('post_socials')
      .set({ status: 'pending_external_approval' })
      .where('id', '=', socialId)
      .execute()
    await write(cast.external, socialId, 'Who is in the picture?')
    expect(await notifications()).toEqual(['creator note'])
    await write(cast.internal, socialId, 'Do not tell them')
    expect(await notifications()).toEqual(['creator note', 'creator note'])
    await write(cast.internal, socialId, 'Our barista', true)
    expect((await notifications()).slice(2)).toEqual(['creator note', 'external note'])
  })
})

it('An event over which a worker dies is announced by the next one, and to nobody twice by two at once', async () => {
  const { postId } = await buildReady()
  await send(postId)
  later()
  const dying = kit.db.transaction().execute(async tx => {
    await sql`select id from events where not is_told for update`.execute(tx)
    expect(await notifyOfEvents(kit.services)).toBe(0)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await Promise.all([notifyOfEvents(kit.services), notifyOfEvents(kit.services)])
  expect(await notifications()).toEqual(['internal sent_for_approval'])
})

import { expect } from 'vitest'
import { approveRound, requestRevision, startApprovals } from '#domain/approvals/contract.ts'
import { compareSnapshots, listSnapshots, restoreSnapshot } from '#domain/approvals/snapshot-contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { EDIT_PAUSE_MINUTES } from '#domain/posts/edits.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { TestApp, TestPerson } from '../app.ts'
import { sendForm } from '../files/forms.ts'
import type { Cast } from '../people.ts'
import { buildPost, type TestPost, type TestSocial } from '../posts.ts'

type World = { readonly app: TestApp; readonly cast: Cast; readonly photos: number[] }

/** For tests of what posts have said: posts that are edited, sent and decided, with a second between. `world` is read when it is needed. */
export const snapshotsOf = (world: () => World) => {
  const build = (social: Omit<TestSocial, 'network'> = {}) =>
    buildPost(world().app.db, world().cast.project, {
      type: 'multi_photo',
      socials: [{ network: 'facebook', message: 'Hello', media: world().photos, ...social }],
      schedule: { date: '2026-06-10', time: '12:00' },
    })
  const idOf = (post: TestPost, index = 0) => post.socialIds[index] ?? 0
  const saveAs = async (person: TestPerson, post: TestPost, change: object) => {
    world().app.clock.advance(1000)
    const post_socials = [{ id: idOf(post), ...change }]
    const body = { post_id: post.postId, project_id: world().cast.project.projectId, post_socials }
    expect((await world().app.ask(person, savePostSocials, { body })).status).toBe(200)
  }
  const pause = () => world().app.clock.advance((EDIT_PAUSE_MINUTES + 1) * 60_000)
  const params = ({ postId }: TestPost) => ({ params: { postId } })
  const listAs = async (person: TestPerson, post: TestPost) =>
    (await world().app.ask(person, listSnapshots, params(post))).data
  const compareAs = (person: TestPerson, post: TestPost, from: string, to = 'now') =>
    world().app.ask(person, compareSnapshots, { ...params(post), query: { from, to } })
  const versionsOf = async (post: TestPost) =>
    world()
      .app.db.selectFrom('post_socials')
      .select(['id', 'version'])
      .where('post_id', '=', post.postId)
      .execute()
  const restoreAs = async (person: TestPerson, post: TestPost, snapshot_id: string) => {
    world().app.clock.advance(1000)
    const body = { snapshot_id, versions: await versionsOf(post) }
    return world().app.ask(person, restoreSnapshot, { ...params(post), body })
  }
  const digestOf = async (post: TestPost) =>
    (await readDigests(world().app.db, post.socialIds)).get(idOf(post))
  const attachmentsOf = (post: TestPost) =>
    world()
      .app.db.selectFrom('attachments')
      .select(['id', 'media_id'])
      .where('post_social_id', 'in', post.socialIds)
      .orderBy('position')
      .execute()
  const contentsOf = async (post: TestPost) =>
    (
      await world()
        .app.db.selectFrom('post_contents')
        .select('digest')
        .where('post_social_id', 'in', post.socialIds)
        .execute()
    ).length
  const openRound = async (post: TestPost) =>
    (
      await world()
        .app.db.selectFrom('approvals')
        .select('id')
        .where('post_social_id', 'in', post.socialIds)
        .where('status', '=', 'open')
        .executeTakeFirstOrThrow()
    ).id
  const requestAs = async (person: TestPerson, post: TestPost, message: string, labels: string[] = []) => {
    world().app.clock.advance(1000)
    const fields = {
      approval_id: String(await openRound(post)),
      message,
      ...Object.fromEntries(labels.map((label, index) => [`checkboxes[${index}][label]`, label])),
    }
    const answer = await sendForm(world().app, person, { path: requestRevision.path, fields, files: [] })
    expect(answer.status).toBe(200)
  }
  const send = async (post: TestPost) => {
    world().app.clock.advance(1000)
    const body = { posts_ids: [post.postId] }
    expect((await world().app.ask(world().cast.creator, startApprovals, { body })).status).toBe(200)
  }
  const approveAs = async (person: TestPerson, post: TestPost) => {
    world().app.clock.advance(1000)
    const body = { post_social_id: idOf(post) }
    expect((await world().app.ask(person, approveRound, { body })).status).toBe(200)
  }
  return {
    build,
    idOf,
    saveAs,
    pause,
    params,
    listAs,
    compareAs,
    versionsOf,
    restoreAs,
    digestOf,
    attachmentsOf,
    contentsOf,
    openRound,
    requestAs,
    send,
    approveAs,
  }
}

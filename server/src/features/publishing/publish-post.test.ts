import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'

let stage: PublishingStage
let project: TestProject
let admin: TestPerson
let manager: TestPerson
let creator: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  stage = await startPublishingStage()
  project = await stage.connectedProject()
  admin = await buildPerson(stage.db, project, 'agency-admin')
  manager = await buildPerson(stage.db, project, 'content-creator', { 'content-manager': 'true' })
  creator = await buildPerson(stage.db, project, 'content-creator')
  stranger = await buildPerson(stage.db, await stage.connectedProject(), 'agency-admin')
})
afterAll(() => stage.close())

const textPost = (status: TestSocial['status'], socials?: TestSocial[]) =>
  buildPost(stage.db, project, {
    type: 'text',
    ...(status ? { status } : {}),
    socials: socials ?? [{ network: 'facebook', message: `Now ${nextNumber()}` }],
  })
const publish = (person: TestPerson, postId: number) => stage.ask(person, publishPost, { params: { postId } })
const publishAsAdmin = (person: TestPerson, postId: number) =>
  stage.ask(person, publishPostAsAdmin, { params: { postId } })

describe('Publish now', () => {
  it('starts publishing an approved post and returns it; then it goes live', async () => {
    const message = `Now ${nextNumber()}`
    const post = await textPost('approved', [
      { network: 'facebook', message },
      { network: 'linkedin', message },
      { network: 'twitter', message },
    ])
    const answer = await publish(manager, post.postId)
    expect(answer.status).toBe(200)
    expect(answer.data.status).toBe('on_publishing')
    expect(answer.data.post_socials.map(social => social.status)).toEqual(Array(3).fill('on_publishing'))
    await stage.drive(stage.publisher())
    for (const network of ['facebook', 'linkedin', 'twitter'] as const)
      expect(await onNetwork(stage, network, message)).toHaveLength(1)
    const events = await stage.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', '=', post.postId)
      .execute()
    expect(events.filter(event => event.type === 'post_social.published')).toHaveLength(3)
    expect(events.every(event => event.actor_id === manager.userId)).toBe(true)
  })

  it('publishes a post that waits for a person, and one that failed', async () => {
    for (const status of ['pending_publish', 'publishing_failed'] as const) {
      const post = await textPost(status)
      expect((await publish(admin, post.postId)).status).toBe(200)
      await stage.drive(stage.publisher())
      const { social } = await readOutcome(stage, post.socialIds[0] ?? 0)
      expect(social).toMatchObject({ status: 'live', failure_reason: null })
    }
  })

  it('retries only the failed network', async () => {
    const message = `Now ${nextNumber()}`
    const post = await textPost(undefined, [
      { network: 'facebook', message, status: 'live' },
      { network: 'linkedin', message, status: 'publishing_failed' },
    ])
    expect((await publish(admin, post.postId)).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toEqual([])
    expect(await onNetwork(stage, 'linkedin', message)).toHaveLength(1)
  })

  it.each([
    ['Publish now', publishPost, 'approved'],
    ['an admin’s own', publishPostAsAdmin, 'pending_internal_approval'],
  ] as const)('leaves alone what has not failed when %s tries again', async (_name, endpoint, status) => {
    const message = `Now ${nextNumber()}`
    const post = await textPost(undefined, [
      { network: 'facebook', message, status: 'publishing_failed' },
      { network: 'linkedin', message, status },
    ])
    const answer = await stage.ask(admin, endpoint, { params: { postId: post.postId } })
    expect(answer.data.post_socials.map(social => social.status)).toEqual(['on_publishing', status])
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'linkedin', message)).toEqual([])
  })

  it('waits for the files that are being uploaded', async () => {
    const message = `Now ${nextNumber()}`
    const post = await textPost('approved', [{ network: 'facebook', message }])
    const awaiting = (names: string[]) =>
      stage.db
        .updateTable('post_socials')
        .set({ awaited_files: names })
        .where('post_id', '=', post.postId)
        .execute()
    await awaiting(['second.jpg'])
    for (const answer of [await publish(admin, post.postId), await publishAsAdmin(admin, post.postId)])
      expect(answer).toMatchObject({
        status: 422,
        errors: { 'facebook.media': ['second.jpg is not uploaded yet'] },
      })
    await awaiting([])
    expect((await publish(admin, post.postId)).status).toBe(200)
  })

  it('returns the result of each network', async () => {
    const message = `Now ${nextNumber()}`
    const networks = ['facebook', 'linkedin', 'twitter'] as const
    const post = await textPost(
      'approved',
      networks.map(network => ({ network, message })),
    )
    await stage.sandbox.fault({ network: 'linkedin', fault: 'revoked' })
    await publish(admin, post.postId)
    await stage.drive(stage.publisher())
    await stage.sandbox.clearFaults()
    const { data } = await publish(admin, post.postId)
    expect(data.post_socials.map(social => social.status)).toEqual(['live', 'on_publishing', 'live'])
    await stage.drive(stage.publisher())
    const { social } = await readOutcome(stage, post.socialIds[1] ?? 0)
    // The account still needs reconnecting, so a retry reports that again and sends nothing.
    expect(social.failure_reason).toBe('reconnect_needed')
    expect(await onNetwork(stage, 'linkedin', message)).toEqual([])
    await stage.db
      .updateTable('social_accounts')
      .set({ needs_reconnecting: false })
      .where('project_id', '=', project.projectId)
      .execute()
    await publish(admin, post.postId)
    await stage.drive(stage.publisher())
    for (const network of networks) expect(await onNetwork(stage, network, message)).toHaveLength(1)
  })

  it('sends the post once even if it is clicked twice at the same moment', async () => {
    const message = `Now ${nextNumber()}`
    const post = await textPost('approved', [{ network: 'facebook', message }])
    const answers = await Promise.all([publish(admin, post.postId), publish(admin, post.postId)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    expect(answers.find(answer => answer.status === 409)?.code).toBe('being_published')
    await stage.drive(stage.publisher())
    const { publications } = await readOutcome(stage, post.socialIds[0] ?? 0)
    expect(publications).toHaveLength(1)
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
  })

  it('is allowed for admins and content managers', async () => {
    const { postId } = await textPost('approved')
    expect((await publish(creator, postId)).status).toBe(403)
    const internal = await buildPerson(stage.db, project, 'internal-approver')
    expect((await publish(internal, postId)).status).toBe(403)
    expect((await publish(stranger, postId)).status).toBe(404)
  })

  it('refuses a post that is live, not approved, or different from what was approved', async () => {
    expect((await publish(admin, (await textPost('live')).postId)).code).toBe('already_live')
    expect((await publish(admin, (await textPost('draft')).postId)).code).toBe('illegal_transition')
    const changed = await textPost('approved')
    await stage.db
      .updateTable('post_socials')
      .set({ message: 'Something else' })
      .where('id', 'in', changed.socialIds)
      .execute()
    const answer = await publish(admin, changed.postId)
    expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' })
    expect(answer.message).toContain('not what was approved')
    expect(await readOutcome(stage, changed.socialIds[0] ?? 0)).toMatchObject({
      social: { status: 'approved' },
      publications: [],
    })
  })

  it('refuses a post that a network would reject, with the reason, and writes nothing', async () => {
    const tooLong = await textPost('approved', [
      { network: 'facebook', message: 'Fine' },
      { network: 'twitter', message: 'x'.repeat(281) },
    ])
    const answer = await publish(admin, tooLong.postId)
    expect(answer).toMatchObject({ status: 422, code: 'post_has_problems' })
    expect(Object.keys(answer.errors ?? {})).toEqual(['twitter.message'])
    expect((await readOutcome(stage, tooLong.socialIds[0] ?? 0)).social.status).toBe('approved')
  })

  it('refuses a post whose account is not connected', async () => {
    const other = await stage.connectedProject()
    const owner = await buildPerson(stage.db, other, 'agency-admin')
    await stage.db
      .updateTable('social_accounts')
      .set({ removed_at: new Date() })
      .where('project_id', '=', other.projectId)
      .where('social_network', '=', 'facebook')
      .execute()
    const post = await buildPost(stage.db, other, { type: 'text', status: 'approved' })
    expect(await publish(owner, post.postId)).toMatchObject({ status: 422, code: 'network_not_connected' })
  })
})

describe('Publish now as an admin', () => {
  it('publishes an unapproved post, closes its open round, and logs who did it', async () => {
    const message = `Now ${nextNumber()}`
    const post = await textPost('pending_internal_approval', [{ network: 'facebook', message }])
    expect((await publishAsAdmin(admin, post.postId)).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
    const { social, publications } = await readOutcome(stage, post.socialIds[0] ?? 0)
    expect(social.status).toBe('live')
    expect(publications).toMatchObject([{ started_by: admin.userId }])
    const rounds = await stage.db
      .selectFrom('approvals')
      .select('status')
      .where('post_social_id', 'in', post.socialIds)
      .execute()
    expect(rounds).toEqual([{ status: 'superseded' }])
  })

  it('is allowed only for admins of this agency', async () => {
    const { postId } = await textPost('draft')
    expect((await publishAsAdmin(manager, postId)).status).toBe(403)
    expect((await publishAsAdmin(stranger, postId)).status).toBe(404)
  })

  it('refuses a live post', async () => {
    const { postId } = await textPost('live')
    expect(await publishAsAdmin(admin, postId)).toMatchObject({ status: 409, code: 'already_live' })
  })
})

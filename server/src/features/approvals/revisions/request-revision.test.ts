import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { getApprovals, requestRevision, unapproveRound } from '#domain/approvals/contract.ts'
import type { Post } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, useCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

/** A post of one version in this status, with the ids of its latest rounds. */
const build = async (status: PostSocialStatus, social: Partial<TestSocial> = {}, of = cast) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    type: 'text',
    socials: [{ network: 'facebook', status, ...social }],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  const [id = 0] = socialIds
  return {
    postId,
    social: id,
    internal: await roundOf(id, 'internal'),
    external: await roundOf(id, 'external'),
  }
}
const roundOf = async (social: number, type: 'internal' | 'external') =>
  (
    await app.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', social)
      .where('type', '=', type)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id ?? 0
const statusOf = async (social: number) =>
  (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
  ).status
const roundStatus = async (id: number) =>
  (await app.db.selectFrom('approvals').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

type Revision = { approval_id: number; message?: string; checkboxes?: { label: string }[] }
const reviseAs = (person: TestPerson, body: Revision) => app.ask(person, requestRevision, { body })
const unapproveAs = (person: TestPerson, body: Revision) => app.ask(person, unapproveRound, { body })
const message = 'Please use the new logo'

const sendRevision = (
  person: TestPerson,
  fields: Record<string, string>,
  files: { name: string; type: string; bytes: Buffer }[],
) => sendForm<Post>(app, person, { path: requestRevision.path, fields, files })
const picture = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()

describe('Requesting a revision', () => {
  it('sends the version back with a message and a checklist', async () => {
    const { postId, social, internal } = await build('pending_internal_approval')
    const answer = await reviseAs(cast.internal, {
      approval_id: internal,
      message,
      checkboxes: [{ label: 'New logo' }, { label: 'Shorter text' }],
    })
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ status: 'requires_revision', post_socials: [{ is_approved: false }] })
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.approvals).toMatchObject([{ id: internal, status: 'revision_requested' }])
    expect(data.approvals[0]?.actions).toMatchObject([
      {
        type: 'revision_requested',
        message,
        round: 'internal',
        checkboxes: [
          { label: 'New logo', is_checked: false },
          { label: 'Shorter text', is_checked: false },
        ],
        created_by_user: { id: cast.internal.userId, name: cast.internal.name },
      },
    ])
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'post_social_id'])
      .where('post_id', '=', postId)
      .execute()
    expect(events).toEqual([{ type: 'approval.revision_requested', post_social_id: social }])
  })

  it('accepts pictures, recognized by their content', async () => {
    const { postId, external } = await build('pending_external_approval')
    const answer = await sendRevision(
      cast.external,
      {
        approval_id: String(external),
        message: '',
        'checkboxes[0][label]': 'Like this',
        'checkboxes[0][is_checked]': 'false',
        type: 'pending',
        isMasterContent: 'false',
      },
      [{ name: 'idea.png', type: 'image/png', bytes: await picture() }],
    )
    expect(answer.status).toBe(200)
    const { data } = await app.ask(cast.external, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.actions[0]).toMatchObject({
      message: null,
      checkboxes: [{ label: 'Like this', is_checked: false }],
      attachments: [{ original_name: 'idea.png' }],
    })
    const small = data.approvals[0]?.actions[0]?.attachments[0]?.previews.small
    expect(small).toMatch(/\/media\/[0-9a-f]{32}\/small$/)
  })

  it('accepts nothing but pictures, and writes nothing otherwise', async () => {
    const { social, external } = await build('pending_external_approval')
    const files = [
      { name: 'idea.png', type: 'image/png', bytes: await picture() },
      { name: 'really.png', type: 'image/png', bytes: Buffer.from('%PDF-1.7 not a picture') },
    ]
    const answer = await sendRevision(cast.external, { approval_id: String(external) }, files)
    expect(answer).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect([await statusOf(social), await roundStatus(external)]).toEqual([
      'pending_external_approval',
      'open',
    ])
  })

  it('needs a message, a checklist item or a picture', async () => {
    const { social, internal } = await build('pending_internal_approval')
    for (const message of ['  ', '\u200b\u00ad', '\u3164 \u0301']) {
      const answer = await reviseAs(cast.internal, { approval_id: internal, message })
      expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
      expect(Object.keys(answer.errors ?? {})).toEqual(['message'])
    }
    expect(await statusOf(social)).toBe('pending_internal_approval')
  })

  it('enforces the maximum length of messages and checklist labels', async () => {
    const { internal } = await build('pending_internal_approval')
    const tooLong = await reviseAs(cast.internal, { approval_id: internal, message: 'x'.repeat(1001) })
    expect(tooLong.status).toBe(422)
    const label = await reviseAs(cast.internal, {
      approval_id: internal,
      checkboxes: [{ label: 'x'.repeat(256) }],
    })
    expect(label.status).toBe(422)
    expect((await reviseAs(cast.internal, { approval_id: internal, message: 'x'.repeat(1000) })).status).toBe(
      200,
    )
  })

  it('is allowed for the approvers of the round, admins and content managers', async () => {
    const { internal } = await build('pending_internal_approval')
    expect((await reviseAs(cast.creator, { approval_id: internal, message })).status).toBe(403)
    const manager = await buildPerson(app.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    expect((await reviseAs(manager, { approval_id: internal, message })).status).toBe(200)
    const { external } = await build('pending_external_approval')
    expect((await reviseAs(cast.internal, { approval_id: external, message })).status).toBe(403)
    expect((await reviseAs(manager, { approval_id: external, message })).status).toBe(403)
    expect((await reviseAs(cast.admin, { approval_id: external, message })).status).toBe(200)
  })

  it('is allowed only for the chosen approvers, if any were chosen', async () => {
    const second = await buildPerson(app.db, cast.project, 'internal-approver')
    const rounds: TestSocial['rounds'] = [{ type: 'internal', status: 'open', chosen: [second.userId] }]
    const { internal } = await build('pending_internal_approval', { rounds })
    expect(await reviseAs(cast.internal, { approval_id: internal, message })).toMatchObject({
      code: 'not_your_turn',
    })
    expect((await reviseAs(second, { approval_id: internal, message })).status).toBe(200)
  })

  it('reveals nothing of the internal round to a client, not even that it exists', async () => {
    const { internal } = await build('pending_internal_approval')
    const hidden = await reviseAs(cast.external, { approval_id: internal, message })
    const missing = await reviseAs(cast.external, { approval_id: 999_999, message })
    expect(hidden).toEqual(missing)
    expect(hidden.status).toBe(404)
  })

  it('returns 404 for another agency, and for a version that is not the round’s', async () => {
    const { internal, social } = await build('pending_internal_approval')
    expect((await reviseAs(cast.stranger, { approval_id: internal, message })).status).toBe(404)
    const other = await build('pending_internal_approval')
    const body = { approval_id: internal, message, post_social_id: other.social }
    expect((await app.ask(cast.internal, requestRevision, { body })).status).toBe(404)
    const ofPost = { approval_id: internal, message, post_id: other.postId }
    expect((await app.ask(cast.internal, requestRevision, { body: ofPost })).status).toBe(404)
    expect(await statusOf(social)).toBe('pending_internal_approval')
  })

  it('is refused once the round is closed', async () => {
    const { internal } = await build('pending_internal_approval')
    await reviseAs(cast.internal, { approval_id: internal, message })
    expect(await reviseAs(cast.admin, { approval_id: internal, message })).toMatchObject({
      status: 409,
      code: 'already_decided',
    })
    const passed = await build('pending_external_approval')
    expect(await reviseAs(cast.internal, { approval_id: passed.internal, message })).toMatchObject({
      status: 409,
    })
  })

  it('also takes an approval back ("Unapprove and request revision")', async () => {
    const { social, external } = await build('approved')
    expect((await reviseAs(cast.external, { approval_id: external, message })).status).toBe(200)
    const row = await app.db
      .selectFrom('post_socials')
      .selectAll()
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'requires_revision', is_approved: false, cleared_digest: null })
  })
})

describe('Unapproving', () => {
  it('takes the approval back', async () => {
    const { postId, social, external } = await build('approved')
    const answer = await unapproveAs(cast.external, { approval_id: external })
    expect(answer.status).toBe(200)
    expect(answer.data.post_socials[0]).toMatchObject({
      status: 'unapproved',
      is_unapproved: true,
      is_approved: false,
    })
    expect(await roundStatus(external)).toBe('unapproved')
    const actions = await app.db
      .selectFrom('approval_actions')
      .select(['type', 'round'])
      .where('post_social_id', '=', social)
      .execute()
    expect(actions).toEqual([{ type: 'unapproved', round: 'external' }])
    const events = await app.db.selectFrom('events').select('type').where('post_id', '=', postId).execute()
    expect(events).toEqual([{ type: 'approval.unapproved' }])
  })

  it('requests a revision if there is a message or a checklist', async () => {
    const { social, internal } = await build('approved')
    await unapproveAs(cast.internal, { approval_id: internal, checkboxes: [{ label: 'New date' }] })
    expect(await statusOf(social)).toBe('requires_revision')
    expect(await roundStatus(internal)).toBe('revision_requested')
  })

  it('is allowed for everyone in the project, but for a client only in the external round', async () => {
    for (const person of [cast.admin, cast.creator, cast.internal]) {
      const { internal } = await build('approved')
      expect((await unapproveAs(person, { approval_id: internal })).status).toBe(200)
    }
    const { internal, external } = await build('approved')
    expect((await unapproveAs(cast.external, { approval_id: internal })).status).toBe(404)
    expect((await unapproveAs(cast.external, { approval_id: external })).status).toBe(200)
  })

  it('requests no revision for someone who may not request one', async () => {
    const { internal, social } = await build('approved')
    expect((await unapproveAs(cast.creator, { approval_id: internal, message })).status).toBe(403)
    expect(await statusOf(social)).toBe('approved')
  })

  it('returns 404 for another agency', async () => {
    const { external } = await build('approved')
    expect((await unapproveAs(cast.stranger, { approval_id: external })).status).toBe(404)
  })

  it.each<[PostSocialStatus, string]>([
    ['live', 'already_live'],
    ['on_publishing', 'being_published'],
    ['publishing_failed', 'illegal_transition'],
    ['pending_external_approval', 'illegal_transition'],
    ['pending_publish', 'illegal_transition'],
  ])('is refused once a post is %s', async (status, code) => {
    const { internal } = await build(status)
    expect(await unapproveAs(cast.admin, { approval_id: internal })).toMatchObject({ status: 409, code })
    expect(await roundStatus(internal)).toBe('approved')
  })

  it('is possible only for the latest approval, not for one of an earlier submission', async () => {
    const { social, external } = await build('approved', {
      rounds: [
        { type: 'external', status: 'approved' },
        { type: 'internal', status: 'approved' },
        { type: 'external', status: 'approved' },
      ],
    })
    const first = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', social)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect((await unapproveAs(cast.external, { approval_id: first.id })).code).toBe('illegal_transition')
    expect((await unapproveAs(cast.external, { approval_id: external })).status).toBe(200)
  })
})

describe('With master content, a revision request', () => {
  const buildMaster = async (status: PostSocialStatus) => {
    const project = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'facebook' },
    })
    const { socialIds } = await buildPost(app.db, project.project, {
      type: 'text',
      socials: [
        { network: 'facebook', status },
        { network: 'instagram', status, rounds: [] },
        { network: 'linkedin', status, rounds: [] },
      ],
    })
    return { project, socialIds, external: await roundOf(socialIds[0] ?? 0, 'external') }
  }

  it.each<PostSocialStatus>(['pending_external_approval', 'approved'])(
    'sends all versions back when the post was %s',
    async status => {
      const { project, external } = await buildMaster(status)
      const answer = await reviseAs(project.external, { approval_id: external, message })
      expect(answer.data.post_socials.map(social => social.status)).toEqual(
        Array(3).fill('requires_revision'),
      )
    },
  )

  it('takes back the approval of all versions except live ones', async () => {
    const { project, socialIds, external } = await buildMaster('approved')
    const live = socialIds[2] ?? 0
    await app.db
      .updateTable('post_socials')
      .set({ status: 'live', published_at: new Date() })
      .where('id', '=', live)
      .execute()
    const answer = await unapproveAs(project.external, { approval_id: external })
    expect(answer.data.post_socials.map(social => social.status)).toEqual([
      'unapproved',
      'unapproved',
      'live',
    ])
  })
})

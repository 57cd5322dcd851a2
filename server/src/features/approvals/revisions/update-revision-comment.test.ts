import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  checkRevisionItems,
  getApprovals,
  requestRevision,
  startApprovals,
} from '#domain/approvals/contract.ts'
import {
  askRevisionQuestion,
  deleteRevisionAttachment,
  listActivities,
  updateRevisionComment,
} from '#domain/approvals/conversation-contract.ts'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { heicFile } from '#sandbox/testing/heic.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const picture = async (name = 'logo.png') => ({
  name,
  type: 'image/png',
  bytes: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer(),
})

const latest = async (person: TestPerson, postId: number): Promise<ApprovalAction> => {
  const { data } = await app.ask(person, getApprovals, { params: { postId } })
  const action = data.approvals[0]?.actions[0]
  if (!action) throw new Error('no action')
  return action
}

type Fields = Record<string, string>

/** A post that was sent back by this person, with a message, two items and one picture. */
const build = async (by = cast.internal, fields: Fields = { message: 'Larger logo' }) => {
  const status = by === cast.external ? 'pending_external_approval' : 'pending_internal_approval'
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status }],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  const round = await app.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', socialIds[0] ?? 0)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const list = { 'checkboxes[0][label]': 'New logo', 'checkboxes[1][label]': 'Shorter text' }
  await sendForm<Post>(app, by, {
    path: requestRevision.path,
    fields: { approval_id: String(round.id), ...(fields.message ? { ...fields, ...list } : fields) },
    files: [await picture()],
  })
  const action = await latest(by, postId)
  return { postId, approvalId: round.id, action, pictureId: action.attachments[0]?.id ?? 0 }
}

type Answer = Pick<ApprovalAction, 'message' | 'checkboxes' | 'attachments'>
const saveAs = (
  person: TestPerson,
  { id }: Pick<ApprovalAction, 'id'>,
  fields: Fields,
  files: Parameters<typeof sendForm>[2]['files'] = [],
) =>
  sendForm<Answer>(app, person, {
    path: updateRevisionComment.path,
    fields: { approval_action_id: String(id), ...fields },
    files,
  })
const removeAs = (person: TestPerson, pictureId: number) =>
  app.ask(person, deleteRevisionAttachment, { params: { pictureId } })

describe('Editing one’s own request for revision', () => {
  it('changes message, checklist and pictures, and keeps what was ticked', async () => {
    const { postId, action } = await build()
    const [first] = action.checkboxes
    const ticked = { approval_action_id: action.id, checkboxes: [{ id: first?.id ?? 0, is_checked: true }] }
    await app.ask(cast.creator, checkRevisionItems, { body: ticked })
    const fields = {
      message: ' Twice as large ',
      'checkboxes[0][label]': 'No hashtags',
      'checkboxes[1][id]': String(first?.id),
      'checkboxes[1][label]': 'The newest logo',
    }
    const answer = await saveAs(cast.internal, action, fields, [await picture('second.png')])
    expect(answer.status).toBe(200)
    expect(answer.data.message).toBe('Twice as large')
    expect(answer.data.checkboxes.map(({ label, is_checked }) => [label, is_checked])).toEqual([
      ['No hashtags', false],
      ['The newest logo', true],
    ])
    expect(answer.data.attachments.map(one => one.original_name)).toEqual(['logo.png', 'second.png'])
    expect(await latest(cast.creator, postId)).toMatchObject(answer.data)
    const events = await app.db.selectFrom('events').select('type').where('post_id', '=', postId).execute()
    expect(events.map(({ type }) => type)).toContain('approval.revision_edited')
  })

  it('is for its author alone', async () => {
    const { action } = await build()
    const colleague = await buildPerson(app.db, cast.project, 'internal-approver')
    for (const person of [colleague, cast.admin])
      expect((await saveAs(person, action, { message: 'Mine' })).status).toBe(403)
    expect((await saveAs(cast.creator, action, { message: 'Mine' })).status).toBe(403)
  })

  it('is answered with 404 for another agency, and for a client about an internal round', async () => {
    const { action, pictureId } = await build()
    const stranger = await buildCast(app.db)
    expect((await saveAs(stranger.admin, action, { message: 'Mine' })).status).toBe(404)
    expect((await removeAs(stranger.admin, pictureId)).status).toBe(404)
    expect((await saveAs(cast.external, action, { message: 'Mine' })).status).toBe(404)
    expect((await removeAs(cast.external, pictureId)).status).toBe(404)
  })

  it('is possible for a client in their own round', async () => {
    const { action } = await build(cast.external)
    expect((await saveAs(cast.external, action, { message: 'Bluer' })).data.message).toBe('Bluer')
  })

  it('is refused once somebody has acted on it, with words that say so', async () => {
    const { action, approvalId, pictureId } = await build()
    await app.ask(cast.creator, askRevisionQuestion, {
      body: { approval_id: approvalId, message: 'Which logo?' },
    })
    const stale = { status: 409, code: 'stale_version', message: expect.stringContaining('acted') }
    expect(await saveAs(cast.internal, action, { message: 'Other' })).toMatchObject(stale)
    expect(await removeAs(cast.internal, pictureId)).toMatchObject(stale)
  })

  it('leaves something to do: a message, an item or a picture', async () => {
    const { action, pictureId } = await build()
    expect((await saveAs(cast.internal, action, { message: '' })).status).toBe(200)
    expect(await removeAs(cast.internal, pictureId)).toMatchObject({ status: 422 })
    await saveAs(cast.internal, action, { message: 'Larger' })
    await removeAs(cast.internal, pictureId)
    expect(await saveAs(cast.internal, action, { message: ' ' })).toMatchObject({ status: 422 })
  })

  it('takes only items of its own checklist, each once', async () => {
    const { action } = await build()
    const other = await build()
    const foreign = String(other.action.checkboxes[0]?.id)
    const own = String(action.checkboxes[0]?.id)
    const item = (index: number, id: string) => ({
      [`checkboxes[${index}][id]`]: id,
      [`checkboxes[${index}][label]`]: 'Logo',
    })
    expect((await saveAs(cast.internal, action, item(0, foreign))).status).toBe(422)
    expect((await saveAs(cast.internal, action, { ...item(0, own), ...item(1, own) })).status).toBe(422)
    expect((await saveAs(cast.internal, action, item(0, own))).status).toBe(200)
  })

  it('takes at most ten pictures, those that it has counted', async () => {
    const { action } = await build()
    const ten = await Promise.all(Array.from({ length: 10 }, () => picture()))
    expect(await saveAs(cast.internal, action, { message: 'Many' }, ten)).toMatchObject({ status: 422 })
    expect((await saveAs(cast.internal, action, { message: 'Many' }, ten.slice(1))).status).toBe(200)
  })
})

describe('Editing the message of one’s own sending', () => {
  const send = async (by: TestPerson, message?: string) => {
    const { postId } = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', status: 'draft' }],
      schedule: { date: '2026-06-10', time: '12:00' },
    })
    const { status } = await app.ask(by, startApprovals, { body: { posts_ids: [postId], message } })
    expect(status).toBe(200)
    return { postId, action: await latest(by, postId) }
  }

  it('changes what the approvers read, and says so in the activity', async () => {
    const { postId, action } = await send(cast.admin, 'Until non, please')
    const answer = await saveAs(cast.admin, action, { message: ' Until noon, please ' })
    expect(answer.data).toMatchObject({ message: 'Until noon, please', checkboxes: [], attachments: [] })
    expect((await latest(cast.internal, postId)).message).toBe('Until noon, please')
    const { data } = await app.ask(cast.creator, listActivities, { params: { postId }, query: {} })
    expect(data.activities.map(({ type }) => type)).toEqual(['approval.message_edited', 'approval_started'])
  })

  it('is possible for the sender alone, and only where there was a message', async () => {
    const { action } = await send(cast.admin, 'Please')
    for (const person of [cast.creator, cast.internal])
      expect((await saveAs(person, action, { message: 'Mine' })).status).toBe(403)
    const stranger = await buildCast(app.db)
    for (const person of [stranger.admin, cast.external])
      expect((await saveAs(person, action, { message: 'Mine' })).status).toBe(404)
    const silent = await send(cast.admin)
    expect((await saveAs(cast.admin, silent.action, { message: 'Late' })).status).toBe(403)
  })

  it('is refused once somebody has acted, and leaves a message alone', async () => {
    const { action } = await send(cast.admin, 'Please')
    const unfit: Fields[] = [{ message: ' ' }, { message: 'Look', 'checkboxes[0][label]': 'Logo' }]
    for (const fields of unfit) expect((await saveAs(cast.admin, action, fields)).status).toBe(422)
    expect((await saveAs(cast.admin, action, { message: 'Look' }, [await picture()])).status).toBe(422)
    await app.ask(cast.creator, askRevisionQuestion, {
      body: { approval_id: action.approval_id ?? 0, message: 'Which logo?' },
    })
    expect(await saveAs(cast.admin, action, { message: 'Look' })).toMatchObject({ status: 409 })
  })
})

describe('A picture of a request for revision', () => {
  it('is removed once, for everybody', async () => {
    const { postId, pictureId } = await build()
    expect(await removeAs(cast.internal, pictureId)).toMatchObject({ status: 200, data: true })
    expect((await latest(cast.creator, postId)).attachments).toEqual([])
    expect(await removeAs(cast.internal, pictureId)).toMatchObject({ status: 200, data: false })
  })

  it('goes with the other changes, unless it is of another request', async () => {
    const { action, pictureId } = await build()
    const other = await build()
    const remove = (id: number, message: string) =>
      saveAs(cast.internal, action, { message, 'removed_attachments[0]': String(id) }, [])
    expect((await remove(other.pictureId, 'Both')).status).toBe(404)
    expect((await latest(cast.creator, other.postId)).attachments).toHaveLength(1)
    expect(await remove(pictureId, '')).toMatchObject({ status: 422 })
    expect(await remove(pictureId, 'Without it')).toMatchObject({
      status: 200,
      data: { message: 'Without it', attachments: [] },
    })
  })

  it('is removed by the author of the request alone', async () => {
    const { pictureId } = await build()
    expect((await removeAs(cast.admin, pictureId)).status).toBe(403)
  })

  it('may come from a phone as HEIC, and is then a JPEG', async () => {
    const { action } = await build()
    const photo = { name: 'IMG_1.HEIC', type: 'image/heic', bytes: heicFile() }
    const answer = await saveAs(cast.internal, action, { message: 'As here' }, [photo])
    expect(answer.status).toBe(200)
    expect(answer.data.attachments.map(one => one.original_name)).toEqual(['logo.png', 'IMG_1.jpg'])
  })
})

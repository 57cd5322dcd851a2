import { beforeAll, describe, expect, it, test } from 'vitest'
import {
  getChangesSinceDecision,
  listSnapshots,
  restoreSnapshot,
} from '#domain/approvals/snapshot-contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { snapshotsOf } from '#testing/approvals/snapshots.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'

let photos: number[]
const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes] })
const cast = useCast(app)
beforeAll(async () => {
  photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
})

const {
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
  send,
  approveAs,
} = snapshotsOf(() => ({ app, cast, photos }))

describe('Restoring an earlier version', () => {
  it('brings back text, comment, files and their order, as an edit of its own that can be undone', async () => {
    const post = await build({ first_comment: 'Old' })
    const wanted = await digestOf(post)
    const [one, two] = await attachmentsOf(post)
    await saveAs(cast.creator, post, {
      message: 'Other',
      first_comment: 'New',
      attachment_order: [two?.id ?? 0, one?.id ?? 0],
      media_actions: [{ action: 'update', id: one?.id ?? 0, extra_fields: { alt_text: 'Bread' } }],
    })
    const left = await digestOf(post)
    const [, first] = await listAs(cast.creator, post)
    const { status, data } = await restoreAs(cast.creator, post, first?.id ?? '')
    expect(status).toBe(200)
    expect(await digestOf(post)).toBe(wanted)
    expect((await attachmentsOf(post)).map(({ media_id }) => media_id)).toEqual(photos)
    expect((await listAs(cast.creator, post))[0]).toMatchObject({
      is_current: true,
      restored_from: expect.any(String),
    })
    expect((await restoreAs(cast.creator, post, data.undo)).status).toBe(200)
    expect(await digestOf(post)).toBe(left)
    // What is typed next does not become part of the restored one.
    await saveAs(cast.creator, post, { message: 'Typed on' })
    expect(await listAs(cast.creator, post)).toHaveLength(5)
  })

  it('gives each of many versions back as it was', async () => {
    const post = await build()
    const texts = ['', 'A', 'Two\nlines', 'Ünï 🍞', 'A']
    const digests: (string | undefined)[] = [await digestOf(post)]
    for (const message of texts) {
      pause()
      await saveAs(cast.creator, post, { message })
      digests.push(await digestOf(post))
    }
    const ids = (await listAs(cast.creator, post)).map(({ id }) => id).toReversed()
    for (const [index, id] of ids.entries()) {
      if ((await digestOf(post)) === digests[index]) continue
      expect((await restoreAs(cast.creator, post, id)).status).toBe(200)
      expect(await digestOf(post)).toBe(digests[index])
    }
  })

  it('makes the approvals of that version count again', async () => {
    const post = await build({ status: 'draft' })
    await send(post)
    await approveAs(cast.internal, post)
    await approveAs(cast.external, post)
    await saveAs(cast.creator, post, { message: 'Afterwards' })
    const [, first] = await listAs(cast.creator, post)
    const { data } = await restoreAs(cast.creator, post, first?.id ?? '')
    expect(data.post.post_socials[0]).toMatchObject({ status: 'approved', is_approved: true })
  })

  it('of content that was never approved sends the post back to approval', async () => {
    const post = await build({ status: 'draft' })
    await saveAs(cast.creator, post, { message: 'Better' })
    await send(post)
    await approveAs(cast.internal, post)
    await approveAs(cast.external, post)
    const [, first] = await listAs(cast.creator, post)
    const { data } = await restoreAs(cast.creator, post, first?.id ?? '')
    expect(data.post.post_socials[0]?.status).toBe('pending_internal_approval')
  })

  it('overwrites nothing that the caller has not seen', async () => {
    const post = await build()
    await saveAs(cast.creator, post, { message: 'Other' })
    const [, first] = await listAs(cast.creator, post)
    const seen = await versionsOf(post)
    await saveAs(cast.admin, post, { message: 'Newer' })
    const body = { snapshot_id: first?.id ?? '', versions: seen }
    const answer = await app.ask(cast.creator, restoreSnapshot, { ...params(post), body })
    expect([answer.status, answer.code]).toEqual([409, 'stale_version'])
  })

  it('says which file was deleted, and that the post says this already', async () => {
    const extra = await buildMedia(app.db, cast.project)
    const post = await build({ media: [extra] })
    const [old] = await attachmentsOf(post)
    await saveAs(cast.creator, post, { media_actions: [{ action: 'detach', id: old?.id ?? 0 }] })
    const [present, first] = await listAs(cast.creator, post)
    expect((await restoreAs(cast.creator, post, present?.id ?? '')).message).toBe(
      'The post says exactly this already.',
    )
    await app.db.updateTable('medias').set({ deleted_at: new Date() }).where('id', '=', extra).execute()
    const { status, message } = await restoreAs(cast.creator, post, first?.id ?? '')
    expect(status).toBe(409)
    expect(message).toMatch(/^The file photo \d+\.jpg of this version was deleted\./)
  })

  test.each(['live', 'on_publishing'] as const)('does not touch a version that is %s', async status => {
    const post = await build()
    await saveAs(cast.creator, post, { message: 'Other' })
    await app.db
      .updateTable('post_socials')
      .set({ status, published_at: new Date() })
      .where('id', '=', idOf(post))
      .execute()
    const [, first] = await listAs(cast.creator, post)
    const answer = await restoreAs(cast.creator, post, first?.id ?? '')
    expect(answer.status).toBe(409)
  })

  it('is for those who edit, and another agency finds no post', async () => {
    const post = await build({ status: 'pending_external_approval' })
    await saveAs(cast.admin, post, { message: 'Other' })
    const [, first] = await listAs(cast.creator, post)
    expect((await restoreAs(cast.external, post, first?.id ?? '')).status).toBe(403)
    expect((await restoreAs(cast.stranger, post, first?.id ?? '')).status).toBe(404)
    expect((await app.ask(cast.stranger, listSnapshots, params(post))).status).toBe(404)
    expect((await compareAs(cast.stranger, post, 'now')).status).toBe(404)
    expect((await compareAs(cast.creator, post, 'e999999999')).status).toBe(404)
    expect((await app.ask(cast.stranger, getChangesSinceDecision, params(post))).status).toBe(404)
    expect((await restoreAs(cast.creator, await build(), first?.id ?? '')).status).toBe(404)
  })
})

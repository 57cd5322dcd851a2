import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setProjectSetting } from '#server/features/projects/project-settings.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

describe('The revision of a post', () => {
  const kit = useTestApp({ routes: [] })
  const cast = useCast(kit)

  const build = async (status: 'draft' | 'pending_internal_approval' = 'draft') => {
    const media = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
    const socials = [{ network: 'facebook', media }] as const
    return buildPost(kit.db, cast.project, {
      status,
      socials,
      schedule: { date: '2026-06-10', time: '10:00' },
    })
  }
  const rowOf = (postId: number) =>
    kit.db
      .selectFrom('posts')
      .select(['revision', 'scheduled_at'])
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
  const ofVersion = 'post_social_id in (select id from post_socials where post_id = $1)'
  const ofMedia = `id in (select media_id from attachments where ${ofVersion})`

  it.each([
    ['the text of a version', `update post_socials set message = 'New' where post_id = $1`],
    ['its status', `update post_socials set status = 'approved' where post_id = $1`],
    ['its approval', `update post_socials set is_approved = true where post_id = $1`],
    ['its type', `update post_socials set type = 'text' where post_id = $1`],
    ['the round that sent it back', `update post_socials set sent_back_in = 'external' where post_id = $1`],
    [
      'the account it was approved for',
      `update post_socials x set approved_account_id = (select max(id) from social_accounts a where a.project_id = x.project_id) where post_id = $1`,
    ],
    [
      'a new version',
      `insert into post_socials (post_id, project_id, social_network, type, status) select id, project_id, 'linkedin', 'text', 'draft' from posts where id = $1`,
    ],
    [
      'the end of a version',
      `with gone as (delete from attachments where ${ofVersion}) delete from post_socials where post_id = $1`,
    ],
    ['the end of an attachment', `delete from attachments where ${ofVersion}`],
    ['its place', `update attachments set position = position + 1 where ${ofVersion}`],
    ['its cover', `update attachments set thumbnail_media_id = media_id where ${ofVersion}`],
    ['its file', `update attachments set media_id = (select max(id) from medias) where ${ofVersion}`],
    ['new previews of a file', `update medias set has_previews = false where ${ofMedia}`],
    ['a file under another key', `update medias set storage_key = storage_key || 'x' where ${ofMedia}`],
    ['the time', `update schedules set datetime = datetime + interval '1 day' where post_id = $1`],
    ['the wall-clock day', `update schedules set date = date + 1 where post_id = $1`],
    ['the wall-clock time', `update schedules set time = '11:00' where post_id = $1`],
    ['the zone', `update schedules set timezone = 'Asia/Tokyo' where post_id = $1`],
    ['autoposting', `update schedules set is_autoposting = false where post_id = $1`],
    ['a removed schedule', `update schedules set deleted_at = now() where post_id = $1`],
    ['a purged schedule', `delete from schedules where post_id = $1`],
    ['a chosen deadline', `update posts set approval_deadline_at = now() where id = $1`],
    ['the post’s type', `update posts set type = 'text' where id = $1`],
    ['its last change', `update posts set updated_at = now() where id = $1`],
    ['its deletion', `update posts set deleted_at = now() where id = $1`],
  ])('rises with %s, and the copy of its time stays right', async (_name, statement) => {
    const { postId } = await build()
    const before = await rowOf(postId)
    await kit.db.executeQuery(CompiledQuery.raw(statement, [postId]))
    const after = await rowOf(postId)
    expect(after.revision).toBeGreaterThan(before.revision)
    const schedule = await kit.db
      .selectFrom('schedules')
      .select('datetime')
      .where('post_id', '=', postId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    expect(after.scheduled_at).toEqual(schedule?.datetime ?? null)
  })

  it.each([
    ['its end', `update approvals set status = 'superseded' where ${ofVersion}`],
    ['another kind', `update approvals set type = 'external' where ${ofVersion}`],
    ['a later begin', `update approvals set opened_at = opened_at + interval '1 hour' where ${ofVersion}`],
    ['its removal', `delete from approvals where ${ofVersion}`],
    [
      'the next one',
      `insert into approvals (post_social_id, project_id, type, status, round) select id, project_id, 'external', 'approved', 2 from post_socials where post_id = $1`,
    ],
  ])('rises with a round and %s', async (_name, statement) => {
    const { postId } = await build('pending_internal_approval')
    const before = await rowOf(postId)
    await kit.db.executeQuery(CompiledQuery.raw(statement, [postId]))
    expect((await rowOf(postId)).revision).toBeGreaterThan(before.revision)
  })

  it('rises with the project’s hours before the publish time where a round is open, and with no other setting', async () => {
    const { postId } = await build('pending_internal_approval')
    const { postId: draftId } = await build()
    const { projectId } = cast.project
    const risesWith = async (name: string, value: string) => {
      const [before, draft] = [await rowOf(postId), await rowOf(draftId)]
      await kit.db.transaction().execute(tx => setProjectSetting(tx, projectId, name, value))
      expect(await rowOf(draftId)).toEqual(draft)
      return (await rowOf(postId)).revision > before.revision
    }
    expect(await risesWith('approval-deadline-hours', '12')).toBe(true)
    expect(await risesWith('approval-deadline-hours', '13')).toBe(true)
    expect(await risesWith('approval-deadline-hours', '13')).toBe(false)
    expect(await risesWith('approval-deadline-hours', '')).toBe(true)
    expect(await risesWith('approval-reminder-hours', '4')).toBe(false)
  })

  it.each([
    ['a released schedule', `update schedules set released_at = now() where post_id = $1`],
    [
      'a network’s answer',
      `update post_socials set last_social_api_response = 'ok', version = version + 1 where post_id = $1`,
    ],
    ['a link’s text', `update attachments set extra_fields = '{"title":"x"}' where ${ofVersion}`],
  ])('stays with %s, which no card shows', async (_name, statement) => {
    const { postId } = await build()
    const before = await rowOf(postId)
    await kit.db.executeQuery(CompiledQuery.raw(statement, [postId]))
    expect(await rowOf(postId)).toEqual(before)
  })

  it('rises with a change that follows a write of the same values in one transaction', async () => {
    const { postId } = await build()
    const before = await rowOf(postId)
    await kit.db.transaction().execute(async tx => {
      await sql`update posts set updated_at = updated_at where id = ${postId}`.execute(tx)
      await sql`update post_socials set message = 'New' where post_id = ${postId}`.execute(tx)
    })
    expect((await rowOf(postId)).revision).toBeGreaterThan(before.revision)
  })

  it('never deadlocks two batches that change versions of the same posts in different orders', async () => {
    const ids: number[] = []
    const socials = [{ network: 'facebook' }, { network: 'instagram' }] as const
    for (let n = 0; n < 30; n++) ids.push((await buildPost(kit.db, cast.project, { socials })).postId)
    const write = (network: string, postIds: number[], round: number) =>
      sql`update post_socials x set message = ${`Round ${round}`} from unnest(${postIds}::bigint[]) with ordinality as w(id, n)
        where x.post_id = w.id and x.social_network = ${network}`.execute(kit.db)
    for (let round = 0; round < 30; round++)
      await Promise.all([write('facebook', ids, round), write('instagram', ids.toReversed(), round)])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PostSocialStatus, postSocialStatuses } from '#domain/posts/status.ts'
import { testNow } from '#testing/app.ts'
import { textsOf } from '#testing/files/pdf.ts'
import { useProofs } from '#testing/openings/proofs.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'
import { drawProof } from './pdf/draw-proof.ts'

const { app, cast, create, open, comment } = useProofs()

describe('Nothing internal', () => {
  const INSIDE = 'qqinside'
  const hidden: readonly PostSocialStatus[] = ['temporary_draft', 'draft', 'pending_internal_approval']
  const world = fc.record({
    statuses: fc.uniqueArray(fc.constantFrom(...postSocialStatuses.filter(status => status !== 'deleted')), {
      minLength: 1,
      maxLength: 4,
    }),
    internalNote: fc.boolean(),
    has_comments: fc.boolean(),
    is_frozen: fc.boolean(),
    has_drafts: fc.boolean(),
  })

  it('is in what a link answers or in any byte of its PDF, whatever the posts are like and whatever is shown', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ statuses, internalNote, has_comments, is_frozen, has_drafts }) => {
        const { projectId } = cast.project
        await app.db
          .updateTable('posts')
          .set({ deleted_at: testNow })
          .where('project_id', '=', projectId)
          .execute()
        await app.db
          .updateTable('users')
          .set({ name: `${INSIDE} creator` })
          .where('id', 'in', [cast.creator.userId, cast.internal.userId])
          .execute()
        const media = await buildMedia(app.db, cast.project)
        await app.db
          .updateTable('medias')
          .set({ original_name: `${INSIDE}.jpg`, user_id: cast.creator.userId })
          .where('id', '=', media)
          .execute()
        await buildCampaign(app.db, cast.project)
        for (const status of statuses) {
          const isShown = has_drafts ? status !== 'temporary_draft' : !hidden.includes(status)
          const { socialIds } = await buildPost(app.db, cast.project, {
            createdBy: cast.creator.userId,
            socials: [
              {
                network: 'facebook',
                status,
                message: isShown ? 'Open words' : `${INSIDE} words`,
                media: [media],
                // A version that came back from inside is hidden as well, whatever it says.
                rounds: [
                  { type: 'internal', status: 'approved', chosen: [cast.internal.userId] },
                  { type: 'external', status: status === 'unapproved' ? 'unapproved' : 'revision_requested' },
                ],
              },
            ],
            schedule: { date: '2026-06-20', time: '12:00' },
          })
          await app.db
            .updateTable('post_socials')
            .set({
              message_editor_state: JSON.stringify({ note: INSIDE }),
              last_social_api_response: `${INSIDE} answer`,
              awaited_files: [`${INSIDE}.mov`],
            })
            .where('id', 'in', socialIds)
            .execute()
          if (internalNote) await comment(socialIds[0] ?? 0, `${INSIDE} note`, false)
          await app.db
            .insertInto('approval_actions')
            .values({
              approval_id: (
                await app.db
                  .selectFrom('approvals')
                  .select('id')
                  .where('post_social_id', '=', socialIds[0] ?? 0)
                  .where('type', '=', 'internal')
                  .executeTakeFirstOrThrow()
              ).id,
              post_social_id: socialIds[0] ?? 0,
              project_id: projectId,
              round: 'internal',
              type: 'revision_requested',
              message: `${INSIDE} revision`,
              created_by: cast.internal.userId,
            })
            .execute()
        }
        const { status, data } = await create(cast.admin, { has_comments, is_frozen, has_drafts })
        if (status === 422) return
        const { data: opened } = await open(new URL(data.url).hash.slice(1))
        expect(opened.proof).not.toBe(null)
        expect(JSON.stringify(opened)).not.toContain(INSIDE)
        const { proof, language } = opened
        const pdf =
          proof && (await drawProof({ proof, language, paper: 'a4', at: testNow }, async () => null))
        expect(textsOf(pdf ?? Buffer.from(INSIDE))).not.toContain(INSIDE)
      }),
      { numRuns: 25 },
    )
  })
})

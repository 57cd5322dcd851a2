import type { Input } from '#domain/kernel/endpoint.ts'
import type { createProof } from '#domain/proofs/contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import { testNow } from '../app.ts'
import type { TestProject } from '../people.ts'

type Body = Input<typeof createProof>['body']

/** What a living proof of June is made with. */
export const newProof = (set: Partial<Body> = {}): Body => ({
  title: 'June',
  ...(set.post_ids ? {} : { from: '2026-06-01', to: '2026-06-30' }),
  is_frozen: false,
  has_drafts: false,
  has_comments: false,
  pin: null,
  days: 30,
  ...set,
})

/** A living proof of June. @returns its id */
export const buildProof = async (db: Db, { projectId }: TestProject, userId: number): Promise<number> => {
  const { id } = await db
    .insertInto('proofs')
    .values({
      project_id: projectId,
      token_hash: hashSecret(makeSecret()),
      title: 'June',
      from_day: '2026-06-01',
      to_day: '2026-06-30',
      has_drafts: false,
      has_comments: false,
      created_by: userId,
      created_at: testNow,
      expires_at: new Date(testNow.getTime() + 365 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

import {
  declineWords,
  listTextProposals,
  proposeWords,
  takeWords,
} from '#domain/approvals/conversation-contract.ts'
import type { TextProposal } from '#domain/approvals/model.ts'
import type { ProposalOutcome } from '#domain/approvals/status.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TestApp, type TestPerson, testNow } from '../app.ts'
import type { Cast, TestProject } from '../people.ts'
import { byLink } from './approval-links.ts'

/** Open words of this person for a version. @returns its id */
export const buildProposal = async (
  db: Db,
  { projectId }: TestProject,
  { socialId, userId }: { readonly socialId: number; readonly userId: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('text_proposals')
    .values({
      project_id: projectId,
      post_social_id: socialId,
      round: 1,
      words_seen: 'Hello',
      words: 'Hello all',
      digests: '{}',
      status: 'open',
      proposed_by: userId,
      proposed_at: testNow,
      is_by_link: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What tests of proposed words do again and again, with the people of `cast`. */
export const useProposals = (kit: () => TestApp, cast: () => Cast) => {
  const { build, approvalOf, versionOf, statusOf } = byLink(kit, cast)
  type Built = Awaited<ReturnType<typeof build>>
  const propose = async (person: TestPerson, built: Built, words: string, change: object = {}) =>
    kit().ask(person, proposeWords, { body: { ...(await approvalOf(built)), words, ...change } })
  const list = (person: TestPerson, { postId }: Built) =>
    kit().ask(person, listTextProposals, { params: { postId } })
  const take = async (
    person: TestPerson,
    { socialId }: Built,
    { id }: Pick<TextProposal, 'id'>,
    outcome: ProposalOutcome,
    change: object = {},
  ) => {
    const version = await versionOf(socialId)
    const body = { post_social_id: socialId, proposal_id: id, version, outcome, ...change }
    return kit().ask(person, takeWords, { body })
  }
  const decline = (
    person: TestPerson,
    { socialId }: Built,
    { id }: Pick<TextProposal, 'id'>,
    message: string,
  ) => kit().ask(person, declineWords, { body: { post_social_id: socialId, proposal_id: id, message } })
  /** The newest first. */
  const historyOf = async ({ socialId }: Built) =>
    (
      await kit()
        .db.selectFrom('approval_actions')
        .select(['type', 'created_by', 'is_by_proposal', 'is_by_link'])
        .where('post_social_id', '=', socialId)
        .orderBy('id', 'desc')
        .execute()
    ).map(row => ({ ...row }))
  const textOf = async ({ socialId }: Built) =>
    kit()
      .db.selectFrom('post_socials')
      .select(['message', 'is_approved', 'cleared_digest'])
      .where('id', '=', socialId)
      .executeTakeFirstOrThrow()
  return { build, propose, list, take, decline, historyOf, textOf, statusOf, versionOf, approvalOf }
}

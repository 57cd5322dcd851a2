import { approveRound, requestRevision, startApprovals, undoApproval } from '#domain/approvals/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { getDigest } from '#server/features/posts/content.ts'
import type { TestApp, TestPerson } from '../app.ts'
import { buildPerson, type Cast } from '../people.ts'
import { buildPost } from '../posts.ts'

type Sending = Omit<Request<typeof startApprovals>['body'], 'posts_ids'>
export type SentPost = { readonly postId: number; readonly social: number }

/** A post that two people of the client are asked about, one after the other. */
export const useSteps = (kit: TestApp, cast: Cast) => {
  const client = () => buildPerson(kit.db, cast.project, 'external-approver')
  const buildReady = async (): Promise<SentPost> => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', message: 'For you' }],
      schedule: { date: '2026-06-20', time: '12:00' },
      createdBy: cast.creator.userId,
    })
    return { postId, social: socialIds[0] ?? 0 }
  }
  const send = ({ postId }: SentPost, body: Sending, person = cast.creator) =>
    kit.ask(person, startApprovals, { body: { posts_ids: [postId], ...body } })
  const approve = (person: TestPerson, { social }: SentPost) =>
    kit.ask(person, approveRound, { body: { post_social_id: social } })
  /** Sent, approved by the team, and with the first of these people, who are asked one after the other. */
  const buildSent = async (...people: readonly TestPerson[]): Promise<SentPost> => {
    const post = await buildReady()
    const [first, ...later] = people.map(({ userId }) => userId)
    await send(post, {
      concrete_external_approver_id: first === undefined ? [] : [first],
      external_steps: later.map(id => ({ approvers: [id] })),
    })
    await approve(cast.internal, post)
    return post
  }
  const edit = (person: TestPerson, { postId, social }: SentPost, message: string) =>
    kit.ask(person, savePostSocials, {
      body: {
        post_id: postId,
        project_id: cast.project.projectId,
        post_socials: [{ id: social, message }],
      },
    })
  const openRound = ({ social }: SentPost) =>
    kit.db
      .selectFrom('approvals')
      .select(['id', 'type', 'step'])
      .where('post_social_id', '=', social)
      .where('status', '=', 'open')
      .executeTakeFirst()
  const sendBack = async (person: TestPerson, post: SentPost) =>
    kit.ask(person, requestRevision, {
      body: { approval_id: (await openRound(post))?.id ?? 0, message: 'Another picture, please' },
    })
  const undo = (person: TestPerson, { social }: SentPost, approvalId: number) =>
    kit.ask(person, undoApproval, { body: { post_social_id: social, approval_id: approvalId } })
  /** `pending_external_approval`, with the rounds that are not closed as superseded: `external 2 open`. */
  const stateOf = async ({ social }: SentPost) => {
    const { status } = await kit.db
      .selectFrom('post_socials')
      .select('status')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    const rounds = await kit.db
      .selectFrom('approvals')
      .select(['type', 'step', 'status'])
      .where('post_social_id', '=', social)
      .where('status', '<>', 'superseded')
      .orderBy('type', 'desc')
      .orderBy('step')
      .execute()
    return { status, rounds: rounds.map(round => `${round.type} ${round.step} ${round.status}`) }
  }
  const digestOf = ({ social }: SentPost) => getDigest(kit.db, social)
  return { client, buildReady, buildSent, send, approve, edit, sendBack, undo, openRound, stateOf, digestOf }
}

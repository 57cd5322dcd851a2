import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { NotifyingEventType } from '#domain/kernel/live-events.ts'
import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { DemoPost } from './content.ts'
import type { PastEvent } from './notifications.ts'
import type { Past } from './past.ts'
import type { DemoPeople } from './people.ts'

/** A version of a post; `writer` is a person's id. */
type Version = { readonly id: number; readonly postId: number; readonly writer: number; readonly past: Past }

type Project = { readonly projectId: number; readonly people: DemoPeople }

/** What a person, or Galley itself, did. */
type Step = { readonly by: number | null; readonly at: Date }
type Ended = {
  readonly by: number
  readonly at: Date
  readonly as: Extract<ApprovalStatus, 'approved' | 'revision_requested'>
}
type Round = { readonly type: ApprovalType; readonly opened: Step; readonly ended: Ended | null }

/** Writes the approval rounds that a version of this status must have had. @returns what people are notified of */
export const makeRounds = async (
  tx: Tx,
  post: DemoPost,
  version: Version,
  project: Project,
): Promise<PastEvent[]> => {
  const digest = (await readDigests(tx, [version.id])).get(version.id) ?? null
  if (['approved', 'scheduled', 'live'].includes(post.status))
    await tx
      .updateTable('post_socials')
      .set({ cleared_digest: digest })
      .where('id', '=', version.id)
      .execute()
  const { projectId } = project
  const rounds = roundsOf(post, version, project)
  const row = { post_social_id: version.id, project_id: projectId }
  for (const round of rounds) await writeRound(tx, post, { ...version, row, round, digest })
  const { postId, id: postSocialId } = version
  return notifyingEventsOf(post, version, rounds).map(event => ({
    ...event,
    projectId,
    postId,
    postSocialId,
  }))
}

const roundsOf = ({ status }: DemoPost, { past, writer }: Version, { people }: Project): Round[] => {
  const sent = { by: writer, at: past.sentForApproval }
  const colleague = { by: people['internal-approver'], at: past.internallyApproved }
  const client = { by: people['external-approver'], at: past.externallyDecided }
  const internal = { type: 'internal', opened: sent, ended: { ...colleague, as: 'approved' } } as const
  // The last approver of the internal round starts the external one.
  const external = { type: 'external', opened: colleague, ended: null } as const
  switch (status) {
    case 'pending_internal_approval':
      return [{ ...internal, ended: null }]
    case 'pending_external_approval':
      return [internal, external]
    case 'requires_revision':
      return [internal, { ...external, ended: { ...client, as: 'revision_requested' } }]
    case 'approved':
    case 'live':
      return [internal, { ...external, ended: { ...client, as: 'approved' } }]
    default:
      return []
  }
}

type NotifyingEvent = Pick<PastEvent, 'type' | 'by' | 'at' | 'detail'>

/** What people are notified of: what waits, what was decided, asked and published. */
const notifyingEventsOf = (
  { status, revision }: DemoPost,
  { past, writer }: Version,
  rounds: Round[],
): NotifyingEvent[] => {
  const happened = (type: NotifyingEventType, { by, at }: Step, detail: PastEvent['detail'] = {}) => ({
    type,
    by,
    at,
    detail,
  })
  const last = rounds.at(-1)
  if (!last) return []
  const { type: round, opened, ended } = last
  if (!ended)
    return round === 'internal'
      ? [happened('approval.started', opened, { round })]
      : [happened('approval.round_approved', opened, { round: 'internal', next_round: round })]
  if (ended.as === 'revision_requested')
    return [
      happened('approval.revision_requested', ended, { round }),
      ...(revision?.question
        ? [happened('approval.question_asked', { by: writer, at: past.questionAsked }, { round })]
        : []),
    ]
  const published = { by: null, at: past.published }
  return [
    happened('approval.approved', ended, { round }),
    ...(status === 'live' ? [happened('post_social.published', published)] : []),
  ]
}

type RoundOfVersion = Pick<Version, 'writer' | 'past'> & {
  readonly round: Round
  readonly row: { readonly post_social_id: number; readonly project_id: number }
  readonly digest: string | null
}

const writeRound = async (tx: Tx, { revision }: DemoPost, of: RoundOfVersion) => {
  const { row, digest, writer, past } = of
  const { type, opened, ended } = of.round
  const { id } = await tx
    .insertInto('approvals')
    .values({
      ...row,
      type,
      round: 1,
      status: ended?.as ?? 'open',
      opened_by: opened.by,
      opened_at: opened.at,
      closed_at: ended?.at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const write = async (action: ApprovalActionType, { by, at }: Step, message: string | null = null) => {
    const values = {
      ...row,
      approval_id: id,
      round: type,
      type: action,
      message,
      created_by: by,
      created_at: at,
    }
    return (await tx.insertInto('approval_actions').values(values).returning('id').executeTakeFirstOrThrow())
      .id
  }
  await write(type === 'internal' ? 'approval_started' : 'external_approval_started', opened)
  if (ended?.as === 'approved') {
    const approver = { approval_id: id, user_id: ended.by, is_chosen: false, decided_at: ended.at }
    await tx
      .insertInto('approval_approvers')
      .values({ ...approver, content_digest: digest })
      .execute()
    await write('approved', ended)
  } else if (ended && revision) {
    const requested = await write('revision_requested', ended, revision.message)
    const items = revision.checklist.map((label, position) => ({
      approval_action_id: requested,
      label,
      position,
    }))
    await tx.insertInto('approval_checkboxes').values(items).execute()
    if (revision.question)
      await write('question_pushed', { by: writer, at: past.questionAsked }, revision.question)
  }
}

import { sql } from 'kysely'
import { awaitedApprovers } from '#domain/approvals/awaited-approvers.ts'
import { mayReadNote } from '#domain/notes/note-rules.ts'
import type { Candidate, Relation } from '#domain/notifications/recipients.ts'
import { type ApprovalType, isVisibleTo, type PostSocialStatus } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'

import type { Reader } from '#server/platform/db/database.ts'

/** An event of which nobody has been notified yet. */
export type PendingEvent = {
  readonly id: number
  readonly type: string
  readonly project_id: number
  readonly post_id: number | null
  readonly post_social_id: number | null
  readonly actor_id: number | null
  readonly detail: {
    readonly round?: ApprovalType
    readonly next_round?: ApprovalType
    readonly note_id?: number
    readonly user_id?: number
    /** Who is reminded; of an approval only those of them who are awaited. */
    readonly user_ids?: readonly number[]
    /** Named in what was written about a round. */
    readonly mentions?: readonly number[]
  }
}

type Facts = {
  readonly writers: number[]
  readonly commenters: number[]
  readonly mentioned: number[]
  readonly is_for_client: boolean | null
  readonly questioner: number | null
  readonly rounds: { type: ApprovalType; is_open: boolean; waiting: number[]; chosen: number[] }[] | null
  readonly versions: { id: number; status: PostSocialStatus; sent_back_in: ApprovalType | null }[] | null
  readonly is_deleted: boolean
}

/** Everybody of the project, with what they have to do with the event. */
export const findCandidates = async (
  db: Reader,
  event: PendingEvent,
  people: readonly ProjectUser[],
): Promise<Candidate[]> => {
  const facts = await readFacts(db, event)
  if (facts?.is_deleted) return []
  return people.map(person => ({
    userId: person.id,
    role: person.role,
    relations: relationsOf(person, event, facts, people),
    maySee: maySee(person, event, facts),
  }))
}

/** A post of which one version is named is announced for that version alone. */
const readFacts = async (db: Reader, event: PendingEvent): Promise<Facts | null> => {
  if (event.post_id === null) return null
  const { rows } = await sql<Facts>`
    select p.deleted_at is not null as is_deleted,
      array(select p.created_by where p.created_by is not null
        union select a.opened_by from approvals a join post_socials v on v.id = a.post_social_id
        where v.post_id = p.id and a.opened_by is not null) as writers,
      array(select distinct n.created_by from notes n join post_socials v on v.id = n.post_social_id
        where v.post_id = p.id) as commenters,
      array(select m.user_id from note_mentions m where m.note_id = ${event.detail.note_id ?? null}::bigint) as mentioned,
      (select n.is_for_client from notes n where n.id = ${event.detail.note_id ?? null}::bigint) as is_for_client,
      (select c.created_by from approval_actions c where c.post_social_id = ${event.post_social_id}::bigint
        and c.type = 'question_pushed' order by c.id desc limit 1) as questioner,
      (select json_agg(json_build_object('type', r.type, 'is_open', r.status = 'open',
          'waiting', array(select c.user_id from approval_approvers c
            where c.approval_id = r.id and c.is_chosen and c.decided_at is null),
          'chosen', array(select c.user_id from approval_approvers c where c.approval_id = r.id and c.is_chosen)))
        from (select distinct on (a.type) a.* from approvals a where a.post_social_id = ${event.post_social_id}::bigint
          order by a.type, a.id desc) r) as rounds,
      (select json_agg(json_build_object('id', v.id, 'status', v.status, 'sent_back_in', v.sent_back_in))
        from post_socials v where v.post_id = p.id
          and (${event.post_social_id}::bigint is null or v.id = ${event.post_social_id}::bigint)) as versions
    from posts p where p.id = ${event.post_id}`.execute(db)
  return rows[0] ?? null
}

const relationsOf = (
  person: ProjectUser,
  { detail }: PendingEvent,
  facts: Facts | null,
  people: readonly ProjectUser[],
): ReadonlySet<Relation> => {
  const open = facts?.rounds?.find(({ is_open }) => is_open)
  const own = facts?.rounds?.find(({ type }) => type === detail.round)
  const isAmong = (requested: readonly ProjectUser[]) => requested.some(({ id }) => id === person.id)
  const holds: Readonly<Record<Relation, boolean>> = {
    awaited:
      open !== undefined &&
      (detail.user_ids?.includes(person.id) ?? true) &&
      isAmong(awaitedApprovers(people, open.type, open.chosen.length > 0 ? open.waiting : null)),
    decider:
      own !== undefined &&
      isAmong(awaitedApprovers(people, own.type, own.chosen.length > 0 ? own.chosen : null)),
    reminded: detail.user_ids?.includes(person.id) ?? false,
    writer: facts?.writers.includes(person.id) ?? false,
    questioner: facts?.questioner === person.id,
    mentioned: (detail.mentions ?? facts?.mentioned)?.includes(person.id) ?? false,
    commenter: facts?.commenters.includes(person.id) ?? false,
    member: true,
    added: detail.user_id === person.id,
    administrator: person.role === 'agency-admin',
  }
  return new Set((Object.keys(holds) as Relation[]).filter(relation => holds[relation]))
}

/** As their own calls: nothing of an internal round, an internal note or a version that they do not see reaches a client. */
const maySee = ({ id, role }: ProjectUser, { detail }: PendingEvent, facts: Facts | null): boolean => {
  if (role !== 'external-approver' || detail.user_id === id) return true
  // The end of an internal round is the beginning of theirs.
  if (facts === null || (detail.next_round ?? detail.round) === 'internal') return false
  if (detail.note_id !== undefined && !mayReadNote({ role }, { is_for_client: facts.is_for_client === true }))
    return false
  return facts.versions?.some(version => isVisibleTo(version, role)) ?? false
}

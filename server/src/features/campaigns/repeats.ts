import { sql } from 'kysely'
import type * as contract from '#domain/campaigns/contract.ts'
import { campaignsInLinks } from '#domain/campaigns/linked-texts.ts'
import {
  type RepeatedPost,
  type Repetition,
  repeatPost,
  repeatProblem,
  tooManyToRepeat,
} from '#domain/campaigns/repeat.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { can } from '#domain/permissions/can.ts'
import { SUMMARY_TEXT_MAX } from '#domain/posts/model.ts'
import { findCloneTarget } from '#server/features/duplication/clone-targets.ts'
import { listOffersOfAll, readSources, type Source } from '#server/features/duplication/sources.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { selectCampaign } from './campaigns.ts'

type Wanted = { readonly toProjectId: number; readonly repetition: Repetition }
type FromTo = Pick<Output<typeof contract.previewRepeat>['posts'][number], 'from'>

/** A post of the campaign and what becomes of it. */
export type PlannedRepeat = { readonly source: Source; readonly plan: RepeatedPost & FromTo }
export type PlannedRepeats = {
  readonly campaign: Row<'campaigns'>
  readonly target: ProjectScope
  readonly repetition: Repetition
  readonly posts: readonly PlannedRepeat[]
  /** Why nothing can be repeated, in words, or null. */
  readonly problem: string | null
}

/** Those that were saved once, by their times. */
const listPosts = async (db: Reader, campaignId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from posts p where p.campaign_id = ${campaignId} and p.deleted_at is null
      and exists (select 1 from post_socials x where x.post_id = p.id and x.status <> 'temporary_draft')
    order by p.scheduled_at nulls last, p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What would become of each post of a campaign. */
export const planRepeats = async (
  db: Reader,
  call: ScopedContext,
  campaignId: number,
  { toProjectId, repetition }: Wanted,
): Promise<PlannedRepeats | Failure<'not_found' | 'forbidden' | 'project_archived'>> => {
  const campaign = await selectCampaign(db, call.scope, campaignId).executeTakeFirst()
  if (!campaign) return fail('not_found')
  const target = await findCloneTarget(db, call, toProjectId)
  if (isFailure(target)) return target
  if (!can(target, 'campaign.edit')) return fail('forbidden')
  const ids = await listPosts(db, campaignId)
  const tooMany = tooManyToRepeat(ids.length)
  if (tooMany !== null) return { campaign, target, repetition, posts: [], problem: tooMany }
  const sources = await readSources(db, call, ids)
  const offers = await listOffersOfAll(db, sources, target)
  const { LEAD_TIME_MINUTES: leadMinutes } = call.services.config
  const posts = sources.map((source, index) => {
    const from = timeOf(source)
    const facts = {
      schedule: from,
      social_networks: source.versions.map(({ social_network }) => social_network),
      offers: offers[index] ?? [],
      isIncomplete: !['duplicated', null].includes(source.post.media_replication_status),
      namedByLinks: campaignsInLinks(textsOf(source)),
    }
    const when = { timezone: target.timezone, now: call.now, leadMinutes }
    return { source, plan: { ...repeatPost(facts, repetition, when), from } }
  })
  const isHere = target.projectId === call.scope.projectId
  const problem = repeatProblem(
    posts.map(({ plan }) => plan),
    { isHere },
  )
  return { campaign, target, repetition, posts, problem }
}

const timeOf = ({ post: { latest_schedule: schedule } }: Source): FromTo['from'] =>
  schedule && {
    date: schedule.date,
    time: schedule.time,
    is_autoposting: schedule.is_autoposting,
  }

/** All that may have links. */
const textsOf = ({ versions }: Source): string[] =>
  versions.flatMap(({ message, first_comment, attachments }) => [
    message,
    first_comment,
    ...attachments.map(({ extra_fields: { link = '' } }) => link),
  ])

/** How many files would be copied. */
export const countFiles = ({ posts, target }: PlannedRepeats, { projectId }: ProjectScope): number => {
  if (target.projectId === projectId) return 0
  const files = posts
    .filter(({ plan }) => plan.is_repeated)
    .flatMap(({ source: { versions }, plan }) =>
      versions.filter(({ social_network }) => plan.social_networks.includes(social_network)),
    )
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ object_id, thumbnail_object_id }) => [object_id, thumbnail_object_id])
  return new Set(files.filter(id => id !== null)).size
}

/** The beginning of its text. */
export const shortText = ({ post: { message } }: Source): string => shortened(message, SUMMARY_TEXT_MAX)

import type * as contract from '#domain/campaigns/contract.ts'
import { movedDay } from '#domain/campaigns/repeat.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { insertCopy } from '#server/features/duplication/copies.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readCampaigns } from './campaigns.ts'
import { type PlannedRepeats, planRepeats } from './repeats.ts'

type Repeated = Answer<typeof contract.repeatCampaign>

/** Plans and copies in one transaction: the first refusal leaves nothing behind. */
export const repeatCampaign = async (
  { params: { campaignId }, body }: Input<typeof contract.repeatCampaign>,
  call: ScopedCall,
): Promise<Repeated> => {
  const { tx, scope } = call
  const { shift_days: shiftDays, keeps_weekdays: keepsWeekdays, left_out: leftOut } = body
  const wanted = { toProjectId: body.to_project_id, repetition: { shiftDays, keepsWeekdays, leftOut } }
  const before = await planRepeats(tx, call, campaignId, wanted)
  if (isFailure(before)) return before
  if (before.problem !== null) return fail('validation_error', { message: before.problem })
  const ids = before.posts.map(({ source }) => source.post.id)
  if (!(await lockPostSocials(tx, scope, ids))) return fail('not_found')
  // As they are now that nobody can change them.
  const planned = await planRepeats(tx, call, campaignId, wanted)
  if (isFailure(planned)) return planned
  if (planned.problem !== null) return fail('validation_error', { message: planned.problem })
  const newId = await insertCampaign(call, planned, body.name)
  const post_ids: number[] = []
  for (const { source, plan } of planned.posts) {
    if (!plan.is_repeated) continue
    const networks = [...plan.social_networks]
    const copy = await insertCopy(call, {
      source,
      target: planned.target,
      networks,
      when: plan.schedule ?? {},
    })
    if (isFailure(copy)) return copy as Repeated
    post_ids.push(copy.id)
  }
  await tx.updateTable('posts').set({ campaign_id: newId }).where('id', 'in', post_ids).execute()
  const [campaign] = await readCampaigns(tx, planned.target, newId)
  return campaign ? { campaign, post_ids } : fail('not_found')
}

/** With the days of the former one, moved as its posts are. */
const insertCampaign = async (
  { tx, person, now }: ScopedCall,
  { campaign, target: { projectId }, repetition }: PlannedRepeats,
  name: string,
): Promise<number> => {
  const { color, goal, start_at, end_at } = campaign
  const moved = (day: string | null) => day && movedDay(day, repetition)
  const { id } = await tx
    .insertInto('campaigns')
    .values({
      project_id: projectId,
      name,
      color,
      goal,
      start_at: moved(start_at),
      end_at: moved(end_at),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, { type: 'campaign.created', projectId, actorId: person.userId })
  return id
}

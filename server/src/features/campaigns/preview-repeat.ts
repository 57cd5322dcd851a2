import type * as contract from '#domain/campaigns/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { countFiles, planRepeats, shortText } from './repeats.ts'

export const previewRepeat = async (
  { params: { campaignId }, query }: Input<typeof contract.previewRepeat>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.previewRepeat>> => {
  const { to_project_id: toProjectId, shift_days: shiftDays, keeps_weekdays, left_out } = query
  const planned = await planRepeats(call.db, call, campaignId, {
    toProjectId,
    repetition: {
      shiftDays,
      keepsWeekdays: keeps_weekdays === 'true',
      leftOut: left_out?.split(',') ?? [],
    },
  })
  if (isFailure(planned)) return planned
  return {
    timezone: planned.target.timezone,
    problem: planned.problem,
    files: countFiles(planned, call.scope),
    posts: planned.posts.map(({ source, plan: { isPast: _, social_networks, notices, ...plan } }) => ({
      post_id: source.post.id,
      message: shortText(source),
      ...plan,
      social_networks: [...social_networks],
      notices: [...new Set(notices)],
    })),
  }
}

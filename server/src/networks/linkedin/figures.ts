import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { encodeUrn, type LinkedinApi } from './api.ts'
import { readFailure } from './read-failure.ts'
import { linkedinStatistics, type ShareTotals } from './statistics.ts'

/** A longer list would make the URL too long. */
const AT_ONCE = 40

const summary = z.object({
  likesSummary: z.object({ totalLikes: z.number() }).optional(),
  commentsSummary: z
    .object({
      aggregatedTotalComments: z.number().optional(),
      totalFirstLevelComments: z.number().optional(),
    })
    .optional(),
})

/** Combines statistics with social actions, which have likes and comments sooner. */
export const readPostFigures = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  urns: readonly string[],
): Promise<ReadResult<readonly PostFigures[]>> => {
  const totals = await readTotals(api, account, urns)
  if ('reply' in totals) return readFailure(totals.reply)
  const figures: PostFigures[] = []
  for (const urn of urns) {
    const reply = await api.get(account, `socialActions/${encodeUrn(urn)}`)
    const isGone = reply.kind === 'answered' && reply.status === 404
    const counted = totals.get(urn)
    // The post was deleted.
    if (isGone && !counted) continue
    figures.push(figuresOf(urn, counted, isOk(reply) ? parseBody(reply, summary) : null))
  }
  return { kind: 'read', value: figures }
}

const readTotals = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  urns: readonly string[],
): Promise<ReadonlyMap<string, ShareTotals> | { reply: Reply }> => {
  const statistics = linkedinStatistics(api, account)
  const totals = new Map<string, ShareTotals>()
  for (const kind of ['shares', 'ugcPosts'] as const) {
    const prefix = kind === 'shares' ? 'urn:li:share:' : 'urn:li:ugcPost:'
    const named = urns.filter(urn => urn.startsWith(prefix))
    for (let at = 0; at < named.length; at += AT_ONCE) {
      const answer = await statistics.ofPosts(kind, named.slice(at, at + AT_ONCE))
      if ('reply' in answer) return answer
      for (const { share, ugcPost, totalShareStatistics } of answer.elements)
        totals.set(share ?? ugcPost ?? '', totalShareStatistics)
    }
  }
  return totals
}

/** A post without activity is missing in the statistics; its figures are zero, not unknown. */
const figuresOf = (
  externalId: string,
  totals: ShareTotals = {
    uniqueImpressionsCount: 0,
    impressionCount: 0,
    clickCount: 0,
    likeCount: 0,
    commentCount: 0,
    shareCount: 0,
  },
  social: z.output<typeof summary> | null,
): PostFigures => ({
  externalId,
  reach: totals.uniqueImpressionsCount ?? totals.uniqueImpressionsCounts ?? null,
  impressions: totals.impressionCount ?? null,
  likes: social?.likesSummary?.totalLikes ?? totals.likeCount ?? null,
  comments:
    social?.commentsSummary?.aggregatedTotalComments ??
    social?.commentsSummary?.totalFirstLevelComments ??
    totals.commentCount ??
    null,
  shares: totals.shareCount ?? null,
  clicks: totals.clickCount ?? null,
  // LinkedIn does not report saves.
  saves: null,
})

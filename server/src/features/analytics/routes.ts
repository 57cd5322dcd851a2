import * as contract from '#domain/analytics/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/ask-network.ts'
import { onStandby, personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { getBestTime } from './get-best-time.ts'
import { listCampaignFigures } from './list-campaign-figures.ts'
import { listDailyInsights } from './list-daily-insights.ts'
import { listFansOnline } from './list-fans-online.ts'
import { listInsightMetrics } from './list-insight-metrics.ts'
import { listInsightTotals } from './list-insight-totals.ts'
import { listTopPostsByEngagement } from './list-top-posts-by-engagement.ts'
import { listTopPostsByReach } from './list-top-posts-by-reach.ts'

/** The advice that falls back on what the accounts say themselves, through these readers. */
export const adviceRoutesWith = (readers: ReadersOf): readonly Route[] => [
  projectRoute(contract.getBestTime, getBestTime(readers)),
]

export const analyticsRoutes: readonly Route[] = [
  personRoute(contract.listInsightMetrics, listInsightMetrics),
  projectRoute(contract.listDailyInsights, listDailyInsights, onStandby),
  projectRoute(contract.listInsightTotals, listInsightTotals, onStandby),
  projectRoute(contract.listTopPostsByReach, listTopPostsByReach, onStandby),
  projectRoute(contract.listTopPostsByEngagement, listTopPostsByEngagement, onStandby),
  projectRoute(contract.listCampaignFigures, listCampaignFigures, onStandby),
  projectRoute(contract.listFansOnline, listFansOnline),
  ...adviceRoutesWith(readersOf),
]

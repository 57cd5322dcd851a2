import * as contract from '#domain/analytics/contract.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { listDailyInsights } from './list-daily-insights.ts'
import { listFansOnline } from './list-fans-online.ts'
import { listInsightMetrics } from './list-insight-metrics.ts'
import { listInsightTotals } from './list-insight-totals.ts'
import { listTopPostsByEngagement } from './list-top-posts-by-engagement.ts'
import { listTopPostsByReach } from './list-top-posts-by-reach.ts'

export const analyticsRoutes: readonly Route[] = [
  personRoute(contract.listInsightMetrics, listInsightMetrics),
  projectRoute(contract.listDailyInsights, listDailyInsights),
  projectRoute(contract.listInsightTotals, listInsightTotals),
  projectRoute(contract.listTopPostsByReach, listTopPostsByReach),
  projectRoute(contract.listTopPostsByEngagement, listTopPostsByEngagement),
  projectRoute(contract.listFansOnline, listFansOnline),
]

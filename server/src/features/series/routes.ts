import * as contract from '#domain/series/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { changeFollowing } from './change-following.ts'
import { createSeries } from './create-series.ts'
import { getPostSeries } from './get-post-series.ts'
import { stopSeries } from './stop-series.ts'

export const seriesRoutes: readonly Route[] = [
  projectRoute(contract.createSeries, createSeries),
  projectRoute(contract.getPostSeries, getPostSeries),
  projectRoute(contract.changeFollowing, changeFollowing),
  projectRoute(contract.stopSeries, stopSeries),
]

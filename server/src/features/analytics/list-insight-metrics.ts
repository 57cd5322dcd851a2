import type * as contract from '#domain/analytics/contract.ts'
import { metrics } from '#domain/analytics/metrics.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import { socialNetworks } from '#domain/networks/model.ts'

export const listInsightMetrics = async (): Promise<Answer<typeof contract.listInsightMetrics>> =>
  socialNetworks.flatMap(social_network =>
    metrics[social_network].map(({ name, series, kind, from }) => ({
      social_network,
      name,
      series,
      kind,
      is_dropped: from === null,
    })),
  )

import { findMetric, seriesNumbers } from '#domain/analytics/metrics.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { ensureMetricAccount } from '#server/features/analytics/points.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { TestProject } from './people.ts'

/** Keeps values of a metric, a day each from `from` on, for the project's connected account or the one named. */
export const buildPoints = async (
  db: Db,
  { projectId }: TestProject,
  points: {
    readonly network: SocialNetwork
    readonly metric: string
    readonly from: LocalDate
    readonly values: readonly number[]
    readonly externalId?: string
    readonly hours?: readonly number[]
  },
): Promise<void> => {
  const { network, from, values, hours } = points
  const metric = findMetric(network, points.metric)
  if (!metric) throw new Error(`${network} has no metric ${points.metric}`)
  const account = await ensureMetricAccount(db, {
    projectId,
    network,
    externalId: points.externalId ?? (await connectedId(db, projectId, network)),
  })
  const rows = values.map((value, index) => ({
    metric_account_id: account,
    metric: metric.number,
    series: seriesNumbers[metric.series],
    value,
    day: addDays(from, index),
    extended_value: hours ? JSON.stringify(hours) : undefined,
  }))
  await db.insertInto('metric_points').values(rows).execute()
}

const connectedId = async (db: Db, projectId: number, network: SocialNetwork): Promise<string> =>
  (
    await db
      .selectFrom('social_accounts')
      .select('external_id')
      .where('project_id', '=', projectId)
      .where('social_network', '=', network)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).external_id

type Figures = Partial<Omit<Row<'post_figures'>, 'post_social_id' | 'project_id' | 'read_at'>>

/** Lets a version be live since then, with these readings of its figures. */
export const buildPublished = async (
  db: Db,
  { projectId }: TestProject,
  postSocialId: number,
  published: { readonly at: Date; readonly readings?: readonly (Figures & { readonly read_at: Date })[] },
): Promise<void> => {
  await db
    .updateTable('post_socials')
    .set({ status: 'live', published_at: published.at, permalink: `https://example.com/${postSocialId}` })
    .where('id', '=', postSocialId)
    .execute()
  for (const reading of published.readings ?? [])
    await db
      .insertInto('post_figures')
      .values({ post_social_id: postSocialId, project_id: projectId, ...reading })
      .execute()
}

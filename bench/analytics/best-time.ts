import type pg from 'pg'
import { bestHours } from '#domain/analytics/best-time.ts'
import { metrics } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
import { listOnlineDays, listRatedPosts } from '#server/features/analytics/rated-hours.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { line, quantile } from '../figures.ts'
import { type Stand, withClient } from '../publishing/stand.ts'

/** Two posts a day for half a year, each read as often as posts are. */
const POSTS = 364
const READINGS = 30
const PROJECTS = 100
const ROUNDS = 4

/** The best time of some of the projects, which have posts and followers' hours besides. */
export async function* bestTimeLines(stand: Stand, projects: readonly number[]): AsyncGenerator<string> {
  const step = Math.max(1, Math.floor(projects.length / PROJECTS))
  const some = projects.filter((_, index) => index % step === 0).slice(0, PROJECTS)
  await withClient(stand, client => fill(client, some))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const project of some) times.push(await timeOf(stand, project))
  const more = `p50 ${quantile(times, 0.5).toFixed(1)} ms`
  yield line(
    `best time from ${POSTS} posts and 28 days, p99 of ${times.length}`,
    quantile(times, 0.99),
    ' ms',
    { aim: { most: 50 }, more },
  )
}

const timeOf = async (stand: Stand, project: number): Promise<number> => {
  const scope = await findSystemScope(stand.db, project)
  if (!scope) throw new Error('no project')
  const now = new Date()
  const begun = performance.now()
  const [online, posts] = await Promise.all([
    listOnlineDays(stand.db, scope, { network: 'facebook', now }),
    listRatedPosts(stand.db, scope, { network: 'facebook', now }),
  ])
  bestHours({ date: pacificDay(now), timezone: scope.timezone, online, posts })
  if (online.length < 28 || posts.length < POSTS - 2)
    throw new Error(`${online.length} days, ${posts.length} posts`)
  return performance.now() - begun
}

const fill = async (client: pg.Client, projects: readonly number[]): Promise<void> => {
  await client.query(
    `with p as (insert into posts (project_id, type) select project, 'text' from unnest($1::bigint[]) project, generate_series(1, $2::int)
       returning id, project_id),
     s as (insert into post_socials (post_id, project_id, social_network, type, message, status, is_approved, published_at)
       select id, project_id, 'facebook', 'text', 'Bench', 'live', true,
         now() - make_interval(hours => 12 * (row_number() over (partition by project_id order by id))::int) from p
       returning id, project_id, published_at)
     insert into post_figures (post_social_id, project_id, read_at, likes, comments, shares)
     select id, project_id, published_at + make_interval(days => n), random() * 100, random() * 10, random() * 10
     from s, generate_series(1, $3::int) n`,
    [projects, POSTS, READINGS],
  )
  await client.query(
    `update metric_points set extended_value = (select jsonb_agg((random() * 100)::int) from generate_series(1, 24))
     where metric = $1 and day >= $2 and metric_account_id in (select id from metric_accounts where project_id = any($3::bigint[]))`,
    [
      metrics.facebook.find(({ kind }) => kind === 'hours')?.number,
      addDays(pacificDay(new Date()), -28),
      projects,
    ],
  )
  await client.query('analyze posts, post_socials, post_figures')
}

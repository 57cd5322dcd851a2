import { sql } from 'kysely'
import { pricedNetworks, prices } from '#domain/networks/prices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Done, done, refused } from '#server/platform/operator-command.ts'

/** X lists at most this many posts of an account. */
const POSTS_MAX = 3_200

/**
 * Has the year before the connection read again, of the project's accounts on networks that charge for it (decision 120).
 * @returns how many accounts it is about
 */
export const askForPast = async (db: Db | Tx, projectId: number, now: Date): Promise<number> => {
  const { rows } =
    await sql`insert into metric_accounts as m (project_id, social_network, external_id, due_at, past_asked_at)
    select s.project_id, s.social_network, s.external_id, ${now}, ${now} from social_accounts s
    where s.project_id = ${projectId} and s.social_network = any(${pricedNetworks}) and s.removed_at is null
    on conflict (project_id, social_network, external_id)
      do update set past_asked_at = excluded.past_asked_at, read_to = null, due_at = excluded.due_at
    returning m.id`.execute(db)
  return rows.length
}

/** `npm run galley -- read-past PROJECT`. Without `isAgreed` it only tells the price. */
export const readPast = async (
  db: Db,
  { projectId, isAgreed, now }: { projectId: number; isAgreed: boolean; now: Date },
): Promise<Done> => {
  const readPost = prices.twitter?.readPost ?? 0
  const price = `Reading the past year of a Twitter (X) account costs up to $${(POSTS_MAX * readPost).toFixed(0)}: $${readPost} for each of at most ${POSTS_MAX.toLocaleString('en')} posts.`
  if (!isAgreed) return refused(`${price}\nAdd --yes to have it read.`)
  const count = await askForPast(db, projectId, now)
  return count === 0
    ? refused(`No such account is connected to project ${projectId}.`)
    : done(`${price}\nIt is read in the next minutes.`)
}

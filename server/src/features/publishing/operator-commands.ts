import { holdReasons } from '#domain/publishing/holds.ts'
import type { Hold } from '#domain/publishing/holds-contract.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { andMore, type Done, done, refused } from '#server/platform/operator-command.ts'
import { addHold } from './engine/holds.ts'
import { countLookedUp, listHeldPosts, listHolds, releaseAccount, releaseHolds } from './held-posts.ts'

// `npm run galley -- publishing hold|release|status` (docs/guides/backups.md "After a restore").

/** Nothing goes out from now on, in the whole installation, whether or not Galley is running. */
export const holdPublishing = (db: Db): Promise<Done> =>
  db.transaction().execute(async tx => {
    const isNew = await addHold(tx, {
      scope: 'installation',
      reason: 'by_hand',
      heldBy: null,
      now: await databaseNow(tx),
    })
    return done(isNew ? 'Publishing is held. Posts that come due wait.' : 'Publishing was held already.')
  })

/** Ends every hold, of any reason and place, and lets go what waits. */
export const releasePublishing = (db: Db): Promise<Done> =>
  db.transaction().execute(async tx => {
    const { holds, posts } = await releaseHolds(tx, null, { by: null, now: await databaseNow(tx) })
    return done(
      holds === 0
        ? 'Publishing was not held.'
        : `Publishing is released. ${posts} posts and first comments go out now.`,
    )
  })

/** Ends the hold of one account, by the number that the status names. */
export const releaseAccountOf =
  (accountId: number) =>
  (db: Db): Promise<Done> =>
    db.transaction().execute(async tx => {
      const release = { by: null, now: await databaseNow(tx) }
      const released = await releaseAccount(tx, { agencyId: null, accountId }, release)
      if (!released)
        return refused(`The account ${accountId} is not held. "publishing status" names those that are.`)
      const { projectName, network, posts } = released
      return done(
        `${projectName}, ${network}: the account is released. ${posts} posts and first comments go out now.`,
      )
    })

const LINES = 20

type HeldScope = Pick<Hold, 'scope' | 'agency_name' | 'project_name' | 'social_network' | 'social_account_id'>

/** Why publishing is held and what waits; a line each. Empty: it is not held. */
export const describeHeld = async (db: Reader): Promise<string[]> => {
  const holds = await listHolds(db, null)
  if (holds.length === 0) return []
  const { posts, count } = await listHeldPosts(db, { agencyId: null, limit: LINES })
  const lookedUp = await countLookedUp(db, null)
  return [
    ...holds.slice(0, LINES).map(({ reason, held_at, lost_from, ...hold }) => {
      const where = whereOf(hold)
      const lost = lost_from ? ` Nothing is known of the time since ${lost_from}.` : ''
      return `${where}, since ${held_at}: ${holdReasons[reason]}${lost}`
    }),
    ...andMore(holds.length, LINES),
    count === 0
      ? 'Nothing waits so far: posts that come due are looked up first.'
      : `${count} posts and first comments wait${count > posts.length ? '; the earliest' : ''}:`,
    ...posts.map(
      post =>
        `${post.due_at} ${post.project_name}, ${post.social_network}${post.kind === 'post' ? '' : ', first comment'}: ${post.text.split('\n', 1)[0]?.slice(0, 60)}`,
    ),
    ...andMore(count, posts.length),
    ...(lookedUp > 0 ? [`Still being looked up: ${lookedUp}. What is not found waits as well.`] : []),
  ]
}

const whereOf = ({
  scope,
  agency_name,
  project_name,
  social_network,
  social_account_id,
}: HeldScope): string => {
  if (scope === 'installation') return 'everywhere'
  const account = social_network && `${social_network} (account ${social_account_id})`
  return [project_name ?? agency_name, account].filter(part => part !== null).join(', ')
}

export const publishingStatus = async (db: Db): Promise<Done> => {
  const lines = await describeHeld(db)
  return done(lines.length === 0 ? 'Publishing is not held.' : ['Publishing is held.', ...lines].join('\n  '))
}

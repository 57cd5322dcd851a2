import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { VapidDetails } from 'web-push-neo'
import type { PushDevice, PushSubscriptionKeys } from '#domain/notifications/push-contract.ts'
import type { Config } from '#server/config.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import { WrongTokenKey } from '#server/platform/session/seal.ts'
import { openContent, sealContent } from '#server/platform/session/seal-rows.ts'
import { vapidOf } from './vapid.ts'

/** Whether the session of device `d` is one in which somebody is still signed in. */
const isSignedIn = (
  now: Date,
) => sql<boolean>`exists (select 1 from sessions s where s.id = d.session_id and s.ended_at is null
  and exists (select 1 from session_tokens t where t.session_id = s.id and t.refreshable_until > ${now}))`

const placeOf = (endpointHash: Buffer): string => `push/${endpointHash.toString('hex')}`

/** The devices of a person who is signed in with them, the latest first. */
export const listDevices = async (
  db: Reader,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
  now: Date,
): Promise<PushDevice[]> => {
  const rows = await db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.session_id', 's.user_agent', 'd.created_at', 'd.last_sent_at'])
    .where('d.user_id', '=', userId)
    .where(isSignedIn(now))
    .orderBy('d.id', 'desc')
    .execute()
  return rows.map(({ id, session_id, user_agent, created_at, last_sent_at }) => ({
    id,
    user_agent,
    created_at: created_at.toISOString(),
    last_sent_at: last_sent_at?.toISOString() ?? null,
    is_current: session_id === sessionId,
  }))
}

/** Of these people, those who are told in a browser at all. */
export const withDevices = async (
  db: Reader,
  userIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('push_devices as d')
    .select('d.user_id')
    .distinct()
    .where('d.user_id', 'in', userIds)
    .where(isSignedIn(now))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

type Added = {
  readonly userId: number
  readonly sessionId: number
  readonly now: Date
  /** The device that it was before. */
  readonly renews: number | undefined
}

/** A subscription is one browser's: whoever is signed in there now is told, and nobody else. @returns whether the device to renew is there */
export const storeDevice = async (
  tx: Tx,
  config: Config,
  { userId, sessionId, now, renews }: Added,
  subscription: PushSubscriptionKeys,
): Promise<boolean> => {
  const endpoint_hash = createHash('sha256').update(subscription.endpoint).digest()
  const { sealed: sealed_subscription, key_id } = sealContent(config, placeOf(endpoint_hash), subscription)
  // Two windows of a browser turn it on at the same moment.
  await advisoryLock(tx, placeOf(endpoint_hash))
  // A browser has one subscription, and a subscription one person.
  await tx
    .deleteFrom('push_devices')
    .where(row => row.or([row('session_id', '=', sessionId), row('endpoint_hash', '=', endpoint_hash)]))
    .$if(renews !== undefined, query => query.where('id', '<>', renews ?? 0))
    .execute()
  const values = {
    user_id: userId,
    session_id: sessionId,
    endpoint_hash,
    sealed_subscription,
    key_id,
  }
  if (renews === undefined) {
    await tx
      .insertInto('push_devices')
      .values({ ...values, created_at: now })
      .execute()
    return true
  }
  const renewed = await tx
    .updateTable('push_devices')
    .set(values)
    .where('id', '=', renews)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** Deletes the addresses of browsers in which somebody has signed out, and messages that came too late. Expired sessions can be renewed. */
export const purgePushes = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from push_devices d using sessions s where s.id = d.session_id and s.ended_at is not null`.execute(
    db,
  )
  await db.deleteFrom('push_messages').where('expires_at', '<', now).execute()
}

/** What a message is sent to, and with which keys. */
export type Target = { readonly subscription: PushSubscriptionKeys; readonly vapid: VapidDetails }

/** A device to which messages may go; null: nobody is signed in with it, or it is gone. `target` null: its key is no longer ours. */
export const findTarget = async (
  db: Reader,
  config: Config,
  deviceId: number,
  now: Date,
): Promise<{ readonly userId: number; readonly target: Target | null } | null> => {
  const row = await db
    .selectFrom('push_devices as d')
    .selectAll('d')
    .where('d.id', '=', deviceId)
    .where(isSignedIn(now))
    .executeTakeFirst()
  return row ? { userId: row.user_id, target: openTarget(config, row) } : null
}

type SealedDevice = {
  readonly endpoint_hash: Buffer
  readonly sealed_subscription: Buffer
  readonly key_id: string
}

const openTarget = (
  config: Config,
  { endpoint_hash, sealed_subscription, key_id }: SealedDevice,
): Target | null => {
  const vapid = vapidOf(config, key_id)
  if (!vapid) return null
  try {
    return {
      subscription: openContent(config, placeOf(endpoint_hash), { sealed: sealed_subscription, key_id }),
      vapid,
    }
  } catch (error) {
    if (error instanceof WrongTokenKey) return null
    throw error
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fullName } from '#domain/kernel/text.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { endSession } from './end-sessions.ts'
import {
  type Person,
  type ProjectScope,
  projectOf,
  type ScopeRow,
  type ScopeSources,
  type Subject,
  selectScope,
  toScope,
} from './scope.ts'

/** How long a bearer token lives, and how long it can be exchanged for a new one (docs/product/accounts.md "Sessions"). */
export const TOKEN_SECONDS = 3600
const REFRESH_DAYS = 30
/** However often it is renewed, a session ends so long after the sign-in: a stolen one does not last for ever. */
const SESSION_DAYS = 90
/** Two tabs may refresh the same token at the same time; a thief a day later may not. */
const REFRESH_AGAIN_SECONDS = 60

/** How long somebody who showed that it is them is not asked again. */
const CONFIRMED_MINUTES = 10

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

const endOf = (began: Date): Date => later(began, SESSION_DAYS * 86_400)

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

type Session = { readonly id: number; readonly created_at: Date }

const issueToken = async (tx: Tx, session: Session, now: Date) => {
  const end = endOf(session.created_at)
  const expiresAt = earlier(later(now, TOKEN_SECONDS), end)
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('session_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: session.id,
      expires_at: expiresAt,
      refreshable_until: earlier(later(now, REFRESH_DAYS * 86_400), end),
    })
    .execute()
  return { token, expires_in: Math.floor((expiresAt.getTime() - now.getTime()) / 1000) }
}

/** Where a session is used from, so that people can tell their sessions apart. */
export type UsedFrom = { readonly address: string; readonly userAgent: string | null }

const columnsOf = (from: UsedFrom | undefined) =>
  from ? { address: from.address, user_agent: from.userAgent } : {}

/** Starts a session. */
export const beginSession = async (tx: Tx, userId: number, now: Date, from?: UsedFrom) => {
  const { id } = await tx
    .insertInto('sessions')
    .values({ user_id: userId, created_at: now, last_used_at: now, ...columnsOf(from) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return issueToken(tx, { id, created_at: now }, now)
}

/** A valid token: its session and its person. `user_id` and `is_super_admin` are what a `selectScope` beside it refers to. */
type CallerRow = {
  user_id: number
  name: string
  last_name: string
  is_super_admin: boolean
  is_blocked: boolean
  session_id: number
  ended_at: Date | null
}

const callerColumns = sql`u.id as user_id, u.name, u.last_name, u.is_super_admin, u.is_blocked, s.id as session_id, s.ended_at`
const validToken = (token: string, now: Date) => sql`session_tokens t
  join sessions s on s.id = t.session_id join users u on u.id = s.user_id
  where t.token_hash = ${hashOf(token)} and t.expires_at > ${now}`

const toPerson = (row: CallerRow | undefined): Person | 'blocked' | null => {
  if (!row) return null
  // Blocking ends the sessions as well. Somebody who still has a token is told why.
  if (row.is_blocked) return 'blocked'
  if (row.ended_at) return null
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    name: fullName(row),
    isSuperAdmin: row.is_super_admin,
  }
}

/** The person a valid token belongs to, `blocked` for a blocked person, otherwise null. */
export const findPerson = async (
  db: Reader,
  token: string,
  now: Date,
): Promise<Person | 'blocked' | null> => {
  const { rows } =
    await sql<CallerRow>`${prepared} select ${callerColumns} from ${validToken(token, now)}`.execute(db)
  return toPerson(rows[0])
}

/**
 * The person and, in the same statement, their scope in the project of the subject, as every call on a project needs both. `scope` is
 * null when there is no such project or it is not theirs.
 */
export const findPersonAndScope = async (
  db: Reader,
  token: string,
  now: Date,
  { sources, subject }: { readonly sources: ScopeSources; readonly subject: Subject },
): Promise<{ readonly person: Person | 'blocked' | null; readonly scope: ProjectScope | null }> => {
  const self = { userId: sql<number>`c.user_id`, isSuperAdmin: sql<boolean>`c.is_super_admin` }
  const { rows } = await sql<CallerRow & ScopeRow>`
    ${prepared} with c as materialized (select ${callerColumns} from ${validToken(token, now)})
    select c.*, g.* from c left join lateral (${selectScope(projectOf(sources, subject), self)}) g on true`.execute(
    db,
  )
  const [row] = rows
  const person = toPerson(row)
  const isTheirs = row?.role && person !== null && person !== 'blocked'
  return { person, scope: isTheirs ? toScope(row) : null }
}

/** Whether the session began, or its person showed that it is them, within the last minutes (docs/product/accounts.md "Asked anew"). */
export const isSessionConfirmed = async (db: Reader, sessionId: number, now: Date): Promise<boolean> => {
  const session = await db
    .selectFrom('sessions')
    .select(['created_at', 'confirmed_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return now.getTime() - (session.confirmed_at ?? session.created_at).getTime() < CONFIRMED_MINUTES * 60_000
}

/** Its person has shown that it is them. */
export const confirmSession = async (db: Db, sessionId: number, now: Date): Promise<void> => {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute()
}

/** The open session that this token belongs to, although the token itself may need a refresh. */
export const findOpenSession = async (
  db: Reader,
  token: string,
  now: Date,
): Promise<{ readonly userId: number; readonly sessionId: number } | null> =>
  (await db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select(['sessions.user_id as userId', 'sessions.id as sessionId'])
    .where('session_tokens.token_hash', '=', hashOf(token))
    .where('session_tokens.refreshable_until', '>', now)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()) ?? null

/** The person of a valid session: not ended, not unused for so long that it cannot be refreshed, and not of a blocked person. */
export const findPersonOfSession = async (
  db: Reader,
  sessionId: number,
  now: Date,
): Promise<Person | null> => {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(prepared)
    .select(['users.id', 'users.name', 'users.last_name', 'users.is_super_admin'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_tokens')
          .select('session_tokens.session_id')
          .whereRef('session_tokens.session_id', '=', 'sessions.id')
          .where('session_tokens.refreshable_until', '>', now),
      ),
    )
    .executeTakeFirst()
  return row
    ? {
        userId: row.id,
        sessionId,
        name: fullName(row),
        isSuperAdmin: row.is_super_admin,
      }
    : null
}

/** Whether the session has a later token, so that this one was exchanged and not just left to expire. */
const wasExchanged = async (tx: Tx, sessionId: number, refreshableUntil: Date): Promise<boolean> =>
  (await tx
    .selectFrom('session_tokens')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('refreshable_until', '>', refreshableUntil)
    .limit(1)
    .executeTakeFirst()) !== undefined

const lockSessionOf = (tx: Tx, token: string) =>
  tx
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'session_tokens.expires_at',
      'session_tokens.refreshable_until',
      'sessions.ended_at',
      'users.is_blocked',
    ])
    .where('session_tokens.token_hash', '=', hashOf(token))
    .forUpdate('sessions')
    .executeTakeFirst()

/**
 * Exchanges a token for a new one. Null when it is unknown, too old, or its session has ended; `blocked` for a blocked user. A token that
 * was exchanged long ago and comes again has been stolen, so its session ends (RFC 9700, section 4.14) and `doubted` says whose it was:
 * commit whatever this returns. The session is locked before its tokens, as in everything that ends sessions.
 */
export const rotateToken = async (tx: Tx, token: string, now: Date, from?: UsedFrom) => {
  const row = await lockSessionOf(tx, token)
  if (!row) return null
  if (row.is_blocked) return 'blocked' as const
  if (row.ended_at) return null
  if (endOf(row.created_at) <= now) {
    await endSession(tx, row.id, now)
    return null
  }
  if (row.refreshable_until <= now) {
    const isDoubted = await wasExchanged(tx, row.id, row.refreshable_until)
    await endSession(tx, row.id, now)
    return isDoubted ? { doubted: row.user_id } : null
  }
  const soon = later(now, REFRESH_AGAIN_SECONDS)
  await tx
    .updateTable('session_tokens')
    .set({
      expires_at: row.expires_at < soon ? row.expires_at : soon,
      refreshable_until: row.refreshable_until < soon ? row.refreshable_until : soon,
    })
    .where('token_hash', '=', hashOf(token))
    .execute()
  await tx
    .updateTable('sessions')
    .set({ last_used_at: now, ...columnsOf(from) })
    .where('id', '=', row.id)
    .execute()
  // Exchanged tokens stay known for as long as someone could still present them.
  await tx
    .deleteFrom('session_tokens')
    .where('session_id', '=', row.id)
    .where('refreshable_until', '<', later(now, -REFRESH_DAYS * 86_400))
    .execute()
  return issueToken(tx, row, now)
}

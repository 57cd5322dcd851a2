import { fullName } from '#domain/kernel/text.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import { cookieHeader, readCookie } from '#server/platform/session/cookies.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import { isMakerTrusted } from '#server/platform/session/maker.ts'
import { findProjectScope, type HeldLink } from '#server/platform/session/scope.ts'

/** A device stays confirmed for half a year. */
const DEVICE_DAYS = 180
const DAY_MS = 86_400_000

/** Only calls by link carry it. */
const deviceCookie = { name: 'galley-approval-device', path: '/api/approval-link' } as const

const secretIn = (publicUrl: string, cookies: string | null): string | null => {
  const found = readCookie(publicUrl, cookies, deviceCookie)
  return found && /^[\w-]{43}$/.test(found) ? found : null
}

const isDeviceConfirmed = async (
  db: Reader,
  { projectId, userId }: { projectId: number; userId: number },
  secret: string | null,
  now: Date,
): Promise<boolean> =>
  secret !== null &&
  (await db
    .selectFrom('approval_link_devices')
    .select('user_id')
    .where('token_hash', '=', hashSecret(secret))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', new Date(now.getTime() - DEVICE_DAYS * DAY_MS))
    .executeTakeFirst()) !== undefined

/**
 * The person and the project of a personal approval link. Null if it is unknown, revoked or expired, if the person is blocked, if they are
 * not an external approver of the project any more, or if an admin made it who is one no longer: nobody can tell which.
 */
export const findHeldLink = async (
  { db, config, clock }: { readonly db: Db; readonly config: Config; readonly clock: Clock },
  token: string,
  cookies: string | null,
): Promise<HeldLink | null> => {
  const now = clock.now()
  const link = await db
    .selectFrom('approval_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select([
      'l.id as linkId',
      'l.project_id as projectId',
      'l.created_by as copiedBy',
      'u.id',
      'u.name',
      'u.last_name',
      'u.is_super_admin',
    ])
    .where('l.token_hash', '=', hashSecret(token))
    .where('l.expires_at', '>', now)
    .where('u.is_blocked', '=', false)
    .executeTakeFirst()
  if (!link) return null
  const { linkId, projectId, copiedBy, id: userId } = link
  if (!(await isMakerTrusted(db, 'approval_link', { created_by: copiedBy, project_id: projectId })))
    return null
  const person = { userId, sessionId: 0, name: fullName(link), isSuperAdmin: link.is_super_admin }
  const scope = await findProjectScope(db, projectId, person)
  if (scope?.role !== 'external-approver') return null
  // One that was copied in the moment in which copying was forbidden was not there yet when the others ended.
  if (copiedBy !== null && isSettingOn(scope.settings, 'approval-link-mail-only')) return null
  const isDeviceKnown =
    !isSettingOn(scope.settings, 'approval-link-code') ||
    (await isDeviceConfirmed(db, { projectId, userId }, secretIn(config.publicUrl, cookies), now))
  return { person: { ...person, byLink: { linkId, projectId, isDeviceKnown, copiedBy } }, scope }
}

/** This browser's secret as a device for approval links, or a new one; `header` is the Set-Cookie header. */
export const keepDeviceSecret = (publicUrl: string, cookies: string | null) => {
  const value = secretIn(publicUrl, cookies) ?? makeSecret()
  const seconds = DEVICE_DAYS * 86_400
  const header = cookieHeader(publicUrl, { ...deviceCookie, value, sameSite: 'Strict', seconds })
  return { hash: hashSecret(value), header }
}

/** Deletes devices that are not confirmed any more, and codes that have ended. @returns how many */
export const purgeDevices = async (db: Db, now: Date): Promise<number> => {
  const devices = await db
    .deleteFrom('approval_link_devices')
    .where('confirmed_at', '<=', new Date(now.getTime() - DEVICE_DAYS * DAY_MS))
    .executeTakeFirst()
  const codes = await db.deleteFrom('approval_link_codes').where('expires_at', '<=', now).executeTakeFirst()
  return Number(devices.numDeletedRows + codes.numDeletedRows)
}

import type { Config } from '#server/config.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import { signerOf } from './signer.ts'

/** As long as a session can be refreshed after its last use; each visit starts it again. */
const AGE_SECONDS_MAX = 30 * 86_400

/** Cookies are shared by all ports of a host, and two installations on one machine must not sign each other out. */
const placeAt = (publicUrl: string) => {
  const { port } = new URL(publicUrl)
  return { name: `galley-media${port && `-${port}`}`, path: '/media' } as const
}

const headerOf = ({ publicUrl }: Config, value: string, seconds: number): string =>
  cookieHeader(publicUrl, { ...placeAt(publicUrl), value, sameSite: 'Lax', seconds })

/**
 * The Set-Cookie header that lets this browser read media files for as long as the session lasts, because an image tag cannot send a
 * bearer token (docs/decisions/0029-media-access.md). Always the same for one session, so that the browser's cache stays valid. It opens
 * files only: no call takes it.
 */
export const mediaCookie = (config: Config, sessionId: number): string =>
  headerOf(
    config,
    `${sessionId}.${signerOf(config).sign('media cookie', String(sessionId))}`,
    AGE_SECONDS_MAX,
  )

/** Removes it from the browser. */
export const clearedMediaCookie = (config: Config): string => headerOf(config, '', 0)

/** The session of the media cookie, or null. Whether it still lasts is for the database to say. */
export const sessionOfMediaCookie = (config: Config, cookies: string | null): number | null => {
  const [, id = '', signature = ''] =
    /^(\d{1,15})\.([\w-]{43})$/.exec(
      readCookie(config.publicUrl, cookies, placeAt(config.publicUrl)) ?? '',
    ) ?? []
  return id !== '' && signerOf(config).isSigned('media cookie', id, signature) ? Number(id) : null
}

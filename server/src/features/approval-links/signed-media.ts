import type { Config } from '#server/config.ts'
import { signedUrlOf, type Validity } from '#server/platform/storage/signed-url.ts'

/** A page that is left open overnight still shows its pictures. */
const VALID_SECONDS = 12 * 3600
const HOUR_MS = 3_600_000

/** The fields that hold the address of a stored file. What people have typed is in none of them. */
const holdsFile = /^(public_url|preview|small|medium|original|logo|picture|\w*image_link)$/

/**
 * The same value with addresses of stored files that work without a session: the holder of a link has none. They stay the same for an hour,
 * so that reading again shows the pictures that are there.
 */
export const withSignedMedia = <T>(
  value: T,
  config: Config,
  now: Date,
  validity: Validity = { seconds: VALID_SECONDS },
): T => {
  const start = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const own = `${config.publicUrl}/media/`
  const sign = (field: string, found: unknown): unknown => {
    if (typeof found === 'string')
      return holdsFile.test(field) && found.startsWith(own) && !found.includes('?')
        ? signedUrlOf(config, found.slice(config.publicUrl.length), start, validity)
        : found
    if (Array.isArray(found)) return found.map(one => sign(field, one))
    if (typeof found !== 'object' || found === null) return found
    return Object.fromEntries(Object.entries(found).map(([key, inner]) => [key, sign(key, inner)]))
  }
  return sign('', value) as T
}

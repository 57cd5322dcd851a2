import type { Config } from '#server/config.ts'
import { signerOf } from '#server/platform/session/signer.ts'

/** Networks fetch within minutes, and a video that they process for long was fetched before. A later attempt gets a new address. */
const VALID_SECONDS = 3600

const textOf = (path: string, until: number): string => `${path} ${until}`

/**
 * An address at which anyone can read a stored file for a while, at first an hour: for a network that fetches it by itself, or an import of
 * what was exported. `path`: `/media/{key}/{size}`.
 */
export const signedUrlOf = (config: Config, path: string, now: Date, seconds = VALID_SECONDS): string => {
  const until = Math.floor(now.getTime() / 1000) + seconds
  return `${config.publicUrl}${path}?until=${until}&signature=${signerOf(config).sign('media address', textOf(path, until))}`
}

/** Whether the address with this query was handed out for the path, and not too long ago. */
export const isSignedUrl = (
  config: Config,
  path: string,
  { until, signature }: { readonly until?: unknown; readonly signature?: unknown },
  now: Date,
): boolean => {
  if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(until)) return false
  return (
    Number(until) * 1000 > now.getTime() &&
    signerOf(config).isSigned('media address', textOf(path, Number(until)), signature)
  )
}

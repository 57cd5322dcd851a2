import type { Config } from '#server/config.ts'
import { signerOf } from '#server/platform/session/signer.ts'

/** Networks fetch within minutes, and a video that they process for long was fetched before. A later attempt gets a new address. */
const VALID_SECONDS = 3600

const textOf = (path: string, until: number, link: string | undefined): string =>
  [path, until, ...(link === undefined ? [] : [link])].join(' ')

export type Validity = {
  readonly seconds?: number
  /** The number of a read-only link: the address works while that does, and no longer. */
  readonly link?: number
}

/**
 * An address at which anyone can read a stored file for a while, at first an hour: for a network that fetches it by itself, or an import of
 * what was exported. `path`: `/media/{key}/{size}`.
 */
export const signedUrlOf = (
  config: Config,
  path: string,
  now: Date,
  { seconds = VALID_SECONDS, link }: Validity = {},
): string => {
  const until = Math.floor(now.getTime() / 1000) + seconds
  const text = textOf(path, until, link?.toString())
  const of = link === undefined ? '' : `link=${link}&`
  return `${config.publicUrl}${path}?${of}until=${until}&signature=${signerOf(config).sign('media address', text)}`
}

/** What stands after the question mark, if nobody has touched it. */
export type SignedQuery = {
  readonly until?: unknown
  readonly signature?: unknown
  readonly link?: unknown
}

/** Whether the address with this query was handed out for the path, and not too long ago. Of one with a link: see `linkOf`. */
export const isSignedUrl = (
  config: Config,
  path: string,
  { until, signature, link }: SignedQuery,
  now: Date,
): boolean => {
  if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(until)) return false
  if (link !== undefined && typeof link !== 'string') return false
  return (
    Number(until) * 1000 > now.getTime() &&
    signerOf(config).isSigned('media address', textOf(path, Number(until), link), signature)
  )
}

/** The link that a signed address belongs to; null: to none. */
export const linkOf = ({ link }: SignedQuery): number | null => (link === undefined ? null : Number(link))

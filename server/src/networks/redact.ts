/** How much of an answer is kept for people to look at. */
const KEPT_CHARACTERS = 4_000

const REDACTED = '[redacted]'

/** Parameters that hold a secret, by any network's name for them. */
const secretNames = [
  '(?:access|oauth|refresh|id|input|exchange|request)_token(?:_secret)?',
  '(?:client|app|consumer)_secret',
  'appsecret_proof',
  'oauth_(?:verifier|signature)',
  'code_verifier',
].join('|')
/** These too, but only where they are asked with: an answer's `code` is the number of an error. */
const secretParameters = new RegExp(`${secretNames}|^code$|^token$`, 'i')

/** A name and its value in a form, an address, JSON, JSON within JSON, or any of them percent-encoded. */
const assignments = new RegExp(
  String.raw`((?:${secretNames})(?:\\*["']|%22)?\s*(?:[=:]|%3[ad])\s*(?:\\*["']|%22)?)(?:[^&"'\\\s,}<>;]|\\[^"'])+`,
  'gi',
)
/** Meta repeats what it could not read: "Malformed access token EAAG…". */
const quotedTokens = /(access token:?\s+["']?)[\w|.%+/=-]{16,}/gi

/** Shorter ones would black out innocent words. */
const SHORTEST = 8

/** What a call was made with. */
type CallSecrets = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What of a call nobody may read: its access in any header, its query's and its form's secrets. */
const secretsOf = ({ headers, url, body }: CallSecrets): string[] => {
  const authorization = headers?.authorization?.replace(/^\w+\s+/, '') ?? ''
  const signed = [...authorization.matchAll(/oauth_(?:token|signature|verifier)="([^"]*)"/g)]
  const access = signed.length > 0 ? signed.map(([, value = '']) => decoded(value)) : authorization.split('|')
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : []
  const form =
    body instanceof URLSearchParams || body instanceof FormData
      ? [...body].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      : []
  const asked = [...query, ...form].flatMap(([name, value]) => (secretParameters.test(name) ? value : []))
  return [...access, ...asked].filter(({ length }) => length >= SHORTEST)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An answer as people may see it: without what the call was made with or what it brings of access, and cut. */
export const redact = (text: string, call: CallSecrets): string =>
  secretsOf(call)
    .flatMap(secret => [secret, encodeURIComponent(secret)])
    .reduce((shown, secret) => shown.replaceAll(secret, REDACTED), text)
    .replaceAll(assignments, `$1${REDACTED}`)
    .replaceAll(quotedTokens, `$1${REDACTED}`)
    .slice(0, KEPT_CHARACTERS)

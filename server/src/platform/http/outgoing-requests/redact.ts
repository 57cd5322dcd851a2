/** How much of an answer is shown to people. */
const KEPT_CHARACTERS = 4_000

const REDACTED = '[redacted]'

/** Names of secret parameters on any network. */
const secretNames = [
  '(?:access|oauth|refresh|id|input|exchange|request)_token(?:_secret)?',
  '(?:client|app|consumer)_secret',
  'appsecret_proof',
  'oauth_(?:verifier|signature)',
  'code_verifier',
].join('|')
/** Also `code` and `token`, but only in requests: in an answer, `code` is an error number. */
const secretParameters = new RegExp(`${secretNames}|^code$|^token$`, 'i')

/** A name and its value in a form, URL, JSON, nested JSON, or percent-encoded. */
const assignments = new RegExp(
  String.raw`((?:${secretNames})(?:\\*["']|%22)?\s*(?:[=:]|%3[ad])\s*(?:\\*["']|%22)?)(?:[^&"'\\\s,}<>;]|\\[^"'])+`,
  'gi',
)
/** Meta quotes tokens that it could not read: "Malformed access token EAAG…". */
const quotedTokens = /(access token:?\s+["']?)[\w|.%+/=-]{16,}/gi

/** Shorter secrets would redact harmless words. */
const SHORTEST = 8

/** The parts of a call that can contain secrets. */
type CallSecrets = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The secrets of a call: its authorization header, and secrets in query and form. */
const secretsOf = ({ headers, url, body }: CallSecrets): string[] => {
  const authorization = headers?.authorization?.replace(/^\w+\s+/, '') ?? ''
  const signed = [...authorization.matchAll(/oauth_(?:token|signature|verifier)="([^"]*)"/g)]
  const access = signed.length > 0 ? signed.map(([, value = '']) => decoded(value)) : authorization.split('|')
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : []
  const form =
    body instanceof URLSearchParams || body instanceof FormData
      ? [...body].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      : []
  const requested = [...query, ...form].flatMap(([name, value]) => (secretParameters.test(name) ? value : []))
  return [...access, ...requested].filter(({ length }) => length >= SHORTEST)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** Shortens an answer for people and removes the call's secrets and any tokens in it. */
export const redact = (text: string, call: CallSecrets): string =>
  secretsOf(call)
    .flatMap(secret => [secret, encodeURIComponent(secret)])
    .reduce((shown, secret) => shown.replaceAll(secret, REDACTED), text)
    .replaceAll(assignments, `$1${REDACTED}`)
    .replaceAll(quotedTokens, `$1${REDACTED}`)
    .slice(0, KEPT_CHARACTERS)

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EPIPE',
]

/** What the AWS SDK has thrown; other errors have no such fields. */
type Thrown = {
  readonly name?: string
  readonly message?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number | undefined }
}

/** What an error of the AWS SDK means to an operator; null: it is none of its. */
export const describeS3Problem = (error: unknown): string | null => {
  const { name = '', message = '', code = '', $metadata } = (error ?? {}) as Thrown
  if (name === 'CredentialsProviderError')
    return 'no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another of the AWS SDK’s usual places'
  if (!$metadata) return null
  if (unreachable.includes(code) || name === 'TimeoutError')
    return `the server cannot be reached: ${message || code}`
  return [$metadata.httpStatusCode, name, message].filter(Boolean).join(' ')
}

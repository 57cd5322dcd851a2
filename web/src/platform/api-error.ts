import type { FailureCode, FieldErrors } from '#domain/kernel/failure.ts'
import { phrase } from '#domain/kernel/languages/words.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'

/** Thrown by a call that did not succeed. `status` 0 and code `unreachable`: there was no response at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: FailureCode | 'unreachable'
  /** Texts by field, named as in the contract's body: `{ "post_socials.0.message": ["…"] }`. */
  readonly errors: FieldErrors
  /** In how many seconds it is worth trying again, where the answer says so. */
  readonly wait: number | undefined

  constructor(detail: {
    status: number
    code: FailureCode | 'unreachable'
    message: string
    errors?: FieldErrors
    wait?: number | undefined
  }) {
    super(detail.message)
    this.name = 'ApiError'
    this.status = detail.status
    this.code = detail.code
    this.errors = detail.errors ?? {}
    this.wait = detail.wait
  }
}

/** There was no response: the connection or the server is down. */
export const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'unreachable',
    message: phrase('Galley cannot be reached. Check your connection and try again.'),
  })

/** No refusal: there was no response, or Galley failed. The request may have been carried out all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** The text to show for anything that was thrown; the general one for what has none. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : publicTexts.internal

/**
 * For a `catch` where a failed call has already been shown to the person. Anything else is a bug, and is thrown again so that
 * it reaches the log instead of vanishing.
 */
export const expectApiError = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
}

/**
 * For a `catch` that shows anything thrown, and goes on. A bug is reported as an unhandled error, so that it reaches the log
 * without stopping what is under way.
 */
export const reportUnexpected = (error: unknown): void => {
  if (!(error instanceof ApiError)) void Promise.reject(error)
}

/** The error for a response without success. */
export const errorOf = (status: number, body: unknown, wait?: number): ApiError => {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return new ApiError({
    status,
    code: typeof answer.code === 'string' ? (answer.code as FailureCode) : 'internal',
    message:
      typeof answer.message === 'string' && answer.message !== '' ? answer.message : publicTexts.internal,
    wait,
    ...(answer.errors ? { errors: answer.errors as FieldErrors } : {}),
  })
}

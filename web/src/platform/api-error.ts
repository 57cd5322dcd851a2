import type { FailureCode, FieldErrors } from '#domain/kernel/failure.ts'

/** What a call that did not succeed throws. `status` 0 and code `unreachable`: no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: FailureCode | 'unreachable'
  /** Texts by field, as the contract's body names them: `{ "post_socials.0.message": ["…"] }`. */
  readonly errors: FieldErrors

  constructor(detail: {
    status: number
    code: FailureCode | 'unreachable'
    message: string
    errors?: FieldErrors
  }) {
    super(detail.message)
    this.name = 'ApiError'
    this.status = detail.status
    this.code = detail.code
    this.errors = detail.errors ?? {}
  }
}

/**
 * The documents' general text: for an answer that carries no words of its own. Written once more, as the whole table of failures
 * would come into the login page with it; session.test.ts holds it to the table.
 */
export const generalError = 'An error has occured Please try again!'

/** The call got no answer: the connection or the server is away. */
export const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'unreachable',
    message: 'Galley cannot be reached. Check your connection and try again.',
  })

/** Nobody has said no: no answer came, or Galley failed. What was asked for may have been done all the same. */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** The words to show a person for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : generalError

/**
 * For a `catch` where the person has been told already why a call failed. Anything else that was thrown is a bug: it is thrown
 * again, so that it reaches the log instead of vanishing.
 */
export const expectApiError = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
}

/** The error of an answer whose status is not a success. */
export const errorOf = (status: number, body: unknown): ApiError => {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return new ApiError({
    status,
    code: typeof answer.code === 'string' ? (answer.code as FailureCode) : 'internal',
    message: typeof answer.message === 'string' && answer.message !== '' ? answer.message : generalError,
    ...(answer.errors ? { errors: answer.errors as FieldErrors } : {}),
  })
}

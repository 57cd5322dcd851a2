import type { ReactNode } from 'react'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import classes from './form-error.module.css'

type Props = {
  readonly error: unknown
  /** What to do about it, by the failure's code. */
  readonly remedy?: (code: ApiError['code']) => ReactNode
}

/** The server's text under the form. Its line is reserved, so that nothing moves when the text appears. */
export function FormError({ error, remedy }: Props) {
  // A token that was cut off is refused as a field, which no form shows.
  const isCutOff = error instanceof ApiError && error.errors.invitation !== undefined
  const code = isCutOff ? 'invitation_ended' : error instanceof ApiError ? error.code : undefined
  const help = code && remedy?.(code)
  return (
    <p role="alert" className={classes.refusal}>
      {error ? (isCutOff ? publicTexts.invitation_ended : messageOf(error)) : null}
      {help && <> {help}</>}
    </p>
  )
}

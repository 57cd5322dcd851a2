/** How long one code lasts, in seconds: what every authenticator app takes as given (RFC 6238). */
export const STEP_SECONDS = 30
/** A code is taken while it is shown, and for one step before and after, since clocks differ and typing takes time. */
const STEPS_TAKEN = 1
/** So far a clock may be off for its owner to be told; a code further away is simply wrong. */
export const STEPS_EXPLAINED = 10
/** Digits of a code. */
export const CODE_DIGITS = 6
/** How many recovery codes there are, each for one sign-in. */
export const RECOVERY_CODES = 10
/** How long the code may be entered after the password. */
export const SECOND_FACTOR_MINUTES = 10

/** The number of the half minute, since 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** What a code of an app is worth: taken, with the step it belongs to; used before, it or a later one; or from a clock that is off, by seconds, slow if negative. */
export type CodeWorth = { readonly step: number } | 'used' | { readonly offSeconds: number }

/** `delta`: how many steps before (negative) or after the present one the code belongs to. `lastStep`: the latest one that was used. */
export const worthOf = (delta: number, { now, lastStep }: { now: Date; lastStep: number }): CodeWorth => {
  const step = stepOf(now) + delta
  if (Math.abs(delta) > STEPS_TAKEN) return { offSeconds: delta * STEP_SECONDS }
  return step > lastStep ? { step } : 'used'
}

/** For `clock_off`: `about 2 minutes slow`. */
export const clockText = (offSeconds: number): string => {
  const minutes = Math.max(1, Math.round(Math.abs(offSeconds) / 60))
  return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ${offSeconds < 0 ? 'slow' : 'fast'}`
}

/** The six digits without the space that apps show between them; null: it is no code of an app. */
export const digitsOf = (typed: string): string | null => {
  const digits = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** A recovery code as it is kept, however it was typed: in capitals, without spaces and hyphens. */
export const plainRecoveryCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

import { variables } from './config-variables.ts'

/** A variable that is set and that nothing reads, and the one that was probably meant; null: only its beginning is Galley's. */
export type UnknownVariable = { readonly name: string; readonly meant: string | null }

/** Beginnings that no other program's variables have. */
const ownBeginnings = [
  'FACEBOOK_',
  'INSTAGRAM_',
  'LINKEDIN_',
  'X_API_',
  'X_CONSUMER_',
  'CANVA_',
  'CARD_GATEWAY_',
  'PLAN_',
  'SELLER_',
  'SANDBOX_',
  'UPLOAD_',
  'TOKEN_KEY_',
]

/** Whether two names differ in one letter that is missing, added or another, or in two neighbours that changed places. */
const isOneTypoAway = (a: string, b: string): boolean => {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (inA.length <= 1 && inB.length <= 1) return true
  return inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0]
}

/** Variables of this environment that look like Galley's and are none. Short names are left alone: they may be anybody's. */
export const findUnknownVariables = (
  env: Readonly<Record<string, string | undefined>>,
): readonly UnknownVariable[] => {
  const known = Object.keys(variables.shape)
  return Object.keys(env)
    .filter(name => !known.includes(name))
    .flatMap(name => {
      const given = name.toUpperCase()
      const meant = known.find(
        each => each.length > 4 && (env[each] ?? '') === '' && isOneTypoAway(given, each),
      )
      return meant !== undefined || ownBeginnings.some(beginning => name.startsWith(beginning))
        ? [{ name, meant: meant ?? null }]
        : []
    })
}

export const describeUnknownVariable = ({ name, meant }: UnknownVariable): string =>
  meant === null ? `nothing reads ${name}` : `nothing reads ${name}; is ${meant} meant?`

import type { z } from 'zod'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { validationFailure } from './answers/answer.ts'
import { validationText } from './answers/validation-texts.ts'
import { type Found, idsAskedOf, isLocated, passAgencyGate, passGate, type Sent } from './gate.ts'
import { rejectInvalidText, withPlainTexts } from './guard.ts'
import type { AgencyContext, Route, ScopedContext, Services, SignedInContext } from './route.ts'

/** The value read by its schema; without one there is nothing to read. */
export const parse = (schema: z.ZodType | undefined, value: unknown): { value: unknown } | Failure => {
  if (!schema) return { value: undefined }
  const result = schema.safeParse(value ?? {}, { error: validationText })
  return result.success ? { value: result.data } : validationFailure(result.error)
}

/** Every body is an object with named fields; an absent body counts as an empty object. */
const isForm = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body))

const parseInput = ({ endpoint }: Route, { params, query, body }: Sent): Sent | Failure => {
  const unfit = rejectInvalidText(query) ?? rejectInvalidText(body)
  if (unfit) return unfit
  const parsedQuery = parse(endpoint.query, withPlainTexts(query))
  if (isFailure(parsedQuery)) return parsedQuery
  if (endpoint.body && !isForm(body)) return fail('malformed_request', { message: 'Send a JSON object.' })
  const parsedBody = parse(endpoint.body, withPlainTexts(body))
  if (isFailure(parsedBody)) return parsedBody
  return { params, query: parsedQuery.value, body: parsedBody.value }
}

/** Who calls, null if anyone may, and what was found together with them. */
export type Caller = { readonly person: Person | null; readonly found: Found | null }

/** What the gate found: the caller, and the project or agency. */
export type Passed =
  | Record<never, never>
  | Pick<SignedInContext, 'person'>
  | Pick<ScopedContext, 'person' | 'scope'>
  | Pick<AgencyContext, 'person' | 'agency'>

export const passGates = async (
  services: Services,
  { needs, endpoint }: Route,
  sent: Sent,
  { person, found }: Caller,
): Promise<Passed | Failure> => {
  if (!person) return {}
  // The link says which project it is.
  if (needs === 'link') return found?.scope ? { person, scope: found.scope } : fail('not_found')
  if (needs === 'project') {
    const scope = await passGate(services, endpoint, sent, { person, found })
    return isFailure(scope) ? scope : { person, scope }
  }
  if (needs === 'agency') {
    const agency = await passAgencyGate(services, endpoint, sent, person)
    return isFailure(agency) ? agency : { person, agency }
  }
  // Before anything is validated, as with every permission.
  return endpoint.permission === 'super-admin' && !person.isSuperAdmin ? fail('forbidden') : { person }
}

/**
 * Permission first, then validation: someone who may not call learns nothing about the call's input. Only a request that does not name
 * its subject is validated first. The gate runs again if parsing has read another id than the gate did.
 */
export const admit = async (
  services: Services,
  route: Route,
  sent: Sent,
  caller: Caller,
): Promise<{ input: Sent; passed: Passed } | Failure> => {
  const early = isLocated(route.endpoint, sent) ? await passGates(services, route, sent, caller) : null
  if (isFailure(early)) return early
  const input = parseInput(route, sent)
  if (isFailure(input)) return input
  const isSame = early !== null && idsAskedOf(route.endpoint, input) === idsAskedOf(route.endpoint, sent)
  const passed = isSame ? early : await passGates(services, route, input, caller)
  return isFailure(passed) ? passed : { input, passed }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './routes.ts'

/** Texts for programs: ids, file names, what a password is made of. A person writes none of them for a reader. */
const notRead =
  /(^|\.)(token|secret|state|code|correlation_jwt|(canva_)?design_id|awaited_files|page_id|organization|organization_id|password|current_password|password_confirmation|old_password|new_password|password_confirm|find|quote|oauth_token|oauth_verifier|verifier|session|key|auth|p256dh|endpoint|nonce|id_token|user|client_secret)$/

/** What a person may type into any field for words. */
const words = ['Anna', 'Spring plans', 'anna@example.com', '+1 555 123 4567', 'https://example.com']

type Field = { readonly name: string; readonly schema: z.ZodType }
const isWords = (schema: z.ZodType) =>
  !schema.safeParse('').success && words.some(text => schema.safeParse(text).success)

/** The fields below a schema that take words and must not be without. */
const requiredWords = (name: string, schema: z.ZodType): Field[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => requiredWords(`${name}.${key}`, inner))
  if (schema instanceof z.ZodArray) return requiredWords(name, schema.element as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap(option => requiredWords(name, option as z.ZodType))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return requiredWords(name, schema.unwrap() as z.ZodType)
  return isWords(schema) && !notRead.test(name) ? [{ name, schema }] : []
}

const fields = allRoutes.flatMap(({ endpoint: { method, path, body } }) =>
  body ? requiredWords(`${method} ${path}`, body as z.ZodType) : [],
)

const nothingSeen = [
  ...' \t\n\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2003\u2028\u200b\u200c\u200d\u200e\u202e\u2060\u2063\u2800\u3000\u3164\ufe00\ufe0f\ufeff\uffa0\u0301\u0e31\u20e3\u{e0001}\u{e0020}\u{e0100}',
]
const invisibleText = fc
  .array(fc.constantFrom(...nothingSeen), { minLength: 1, maxLength: 30 })
  .map(signs => signs.join(''))

describe('A call that takes a required text', () => {
  it('is found in every feature', () => {
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /auth/signup.company',
        'POST /projects.name',
        'POST /daylabels.text',
        'POST /bill/billupdate.city',
        'POST /posts/approvals/revision.checkboxes.label',
        'POST /posts/approvals/words/decline.message',
        'POST /approval-link/question.message',
        'POST /projects/{projectId}/pause.reason',
        'POST /projects/{projectId}/proofs.title',
      ]),
    )
    expect(names.length).toBeGreaterThan(50)
  })

  it.each(fields.map(field => [field.name, field] as const))(
    'refuses one without anything to see: %s',
    (_, { schema }) => {
      fc.assert(fc.property(invisibleText, text => !schema.safeParse(text).success))
    },
  )
})

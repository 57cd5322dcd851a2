import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { type Failure, type FieldErrors, fail, failures } from '#domain/kernel/failure.ts'

/** Sends `{ message, code, errors? }` with the code's status (docs/product/api.md "Wire format"). */
export const sendFailure = (reply: FastifyReply, failure: Failure): FastifyReply => {
  const { status } = failures[failure.code]
  if (failure.wait !== undefined) reply.header('retry-after', Math.ceil(failure.wait))
  if (status === 503) reply.header('retry-after', '2')
  if (status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', '60')
  return reply.code(status).send({
    message: failure.message,
    code: failure.code,
    ...(failure.errors ? { errors: failure.errors } : {}),
  })
}

/** More than anybody mends at once: a request with thousands of mistakes does not get a text for each. */
const ISSUES_MAX = 20

/** Of a body that may have several shapes, what is wrong with the shape it comes closest to: "Invalid input" names no field. */
const closest = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  const [first, ...others] = issue.code === 'invalid_union' ? issue.errors : []
  if (!first) return [issue]
  return others
    .reduce((best, option) => (option.length < best.length ? option : best), first)
    .flatMap(inner => closest({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Texts by field; an unknown key is named itself. The first text is also the message, so that a simple client shows something useful. */
export const validationFailure = (error: z.ZodError): Failure => {
  // A map, since a field may be called `constructor`.
  const texts = new Map<string, string[]>()
  const add = (path: PropertyKey[], text: string) => {
    const field = path.map(String).join('.')
    if (texts.has(field) || texts.size < ISSUES_MAX) texts.set(field, [...(texts.get(field) ?? []), text])
  }
  for (const issue of error.issues.slice(0, ISSUES_MAX).flatMap(closest)) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, ISSUES_MAX)) add([...issue.path, key], `Unknown field: ${key}`)
    else add([...issue.path], issue.message)
  }
  const errors: FieldErrors = Object.fromEntries(texts)
  const [first] = Object.values(errors)
  return fail('validation_error', { errors, ...(first?.[0] ? { message: first[0] } : {}) })
}

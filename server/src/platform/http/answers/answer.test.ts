import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { validationFailure } from './answer.ts'

const shapes = z.strictObject({
  read: z.union([
    z.strictObject({ post_id: z.number(), kind: z.string() }),
    z.strictObject({ is_all: z.literal(true) }),
  ]),
})

const errorsOf = (input: unknown) => {
  const { error } = shapes.safeParse(input)
  return error ? validationFailure(error).errors : undefined
}

describe('the errors of a body that may have several shapes', () => {
  it('name the fields of the shape that it comes closest to', () => {
    expect(errorsOf({ read: { is_all: true, role: 'owner' } })).toEqual({
      'read.role': ['Unknown field: role'],
    })
    expect(errorsOf({ read: { post_id: 1 } })).toEqual({ 'read.kind': [expect.any(String)] })
  })
})

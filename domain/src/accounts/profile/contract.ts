import { z } from 'zod'
import { company, firstName, lastName, me, phoneNumber } from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'

/**
 * Edit Profile (document 1 section 7): multipart with `_method=PUT`; what is not sent stays. `image`: jpeg or png, kept as a square PNG;
 * `remove_image`, without one, takes the present one away.
 * Another person's id answers 404. Answers as `getMe` does.
 */
export const saveProfile = endpoint({
  method: 'POST',
  path: '/users/{userId}',
  summary: 'Change the own name, phone number, company and picture',
  permission: 'signed-in',
  params: z.strictObject({ userId: pathId }),
  body: z.strictObject({
    _method: z.literal('PUT').optional(),
    name: firstName.optional(),
    last_name: lastName.optional(),
    phone_number: phoneNumber.optional(),
    company: company.optional(),
    remove_image: z.literal('true').optional(),
  }),
  files: { image: 1 },
  output: me,
  failures: ['too_large', 'unsupported_media_type'],
})

import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'

/** `language` null: that of each project. */
const answer = z.strictObject({ language: z.enum(clientLanguages).nullable() })

/** In which language the caller reads what is sent to clients (docs/product/languages.md "Which language"). */
export const getLanguage = endpoint({
  method: 'GET',
  path: '/account/language',
  summary: 'Get your language as a client',
  permission: 'signed-in',
  output: answer,
})

/** For all projects: what was chosen for one of them before is forgotten. */
export const saveLanguage = endpoint({
  method: 'PUT',
  path: '/account/language',
  summary: 'Choose your language as a client',
  permission: 'signed-in',
  body: answer,
  output: answer,
})

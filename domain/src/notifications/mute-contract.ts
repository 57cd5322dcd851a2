import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'

const answer = z.strictObject({ is_muted: z.boolean() })

/** Whether the caller has turned off all mails and push messages of the settings (docs/product/notifications.md "One switch"). */
export const getMute = endpoint({
  method: 'GET',
  path: '/notifications/mute',
  summary: 'Get whether all your mails and push messages are turned off',
  permission: 'signed-in',
  output: answer,
})

/** Off for all projects at once; what each row of the settings says stays. */
export const saveMute = endpoint({
  method: 'PUT',
  path: '/notifications/mute',
  summary: 'Turn all your mails and push messages off or on',
  permission: 'signed-in',
  body: answer,
  output: answer,
})

import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'

/** One place where the person is signed in. */
export const ownSession = z.strictObject({
  id,
  created_at: instant,
  last_used_at: instant,
  /** What the browser called itself, and the network address it last came from; null for sessions from before these were kept. */
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the person is signed in, the latest first',
  permission: 'signed-in',
  output: z.array(ownSession),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  summary: 'Sign out one of the own sessions',
  permission: 'signed-in',
  params: z.strictObject({ sessionId: pathId }),
  output: nothing,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/revoke-others',
  summary: 'Sign out everywhere but here',
  permission: 'signed-in',
  output: nothing,
})

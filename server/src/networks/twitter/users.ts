import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '../http.ts'
import type { TwitterApi } from './api.ts'

/** A user; the fields that are not set are left out. */
export const user = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  username: z.string().default(''),
  profile_image_url: z.string().optional(),
  public_metrics: z.object({ followers_count: z.number().optional() }).optional(),
})

const me = z.object({ data: user })

/** Whom the access is for; `me` null when X did not say. */
export const readMe = async (
  api: TwitterApi,
  account: ConnectedAccount,
): Promise<{ reply: Reply; me: z.output<typeof user> | null }> => {
  const reply = await api.get(account, 'users/me', {
    'user.fields': 'profile_image_url,public_metrics,username',
  })
  return { reply, me: isOk(reply) ? (parseBody(reply, me)?.data ?? null) : null }
}

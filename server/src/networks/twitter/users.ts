import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import type { TwitterApi } from './api.ts'

/** A user; X leaves out empty fields. */
export const user = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  username: z.string().default(''),
  profile_image_url: z.string().optional(),
  public_metrics: z.object({ followers_count: z.number().optional() }).optional(),
})

const me = z.object({ data: user })

/** The account of the access token; `me` is null if it could not be read. */
export const readMe = async (
  api: TwitterApi,
  account: ConnectedAccount,
): Promise<{ reply: Reply; me: z.output<typeof user> | null }> => {
  const reply = await api.get(account, 'users/me', {
    'user.fields': 'profile_image_url,public_metrics,username',
  })
  return { reply, me: isOk(reply) ? (parseBody(reply, me)?.data ?? null) : null }
}

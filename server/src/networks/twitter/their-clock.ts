import { z } from 'zod'
import { AHEAD_MS_MAX } from '#server/networks/look-up-window.ts'
import { tellClockLead } from '#server/platform/clock.ts'
import { answeredAt, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'

/** Timestamp out of bounds. */
const BAD_TIMESTAMP = 135

const coded = z.object({ errors: z.array(z.object({ code: z.number().optional() })) })

/** Whether X has refused the time that the call was signed with. */
export const isBadTimestamp = (reply: Reply): boolean =>
  parseBody(reply, coded)?.errors.some(({ code }) => code === BAD_TIMESTAMP) ?? false

/** By how much the clock of an X is ahead of ours, in milliseconds, as it said when it refused a call. By address. */
const leads = new Map<string, number>()

/**
 * The call, signed by our clock or, where X has refused that, by X's own (docs/product/twitter.md "Signature"). A refused call has done
 * nothing, so it is made once more. Not where our clock is further ahead than a look-up allows for: a lost post would not be found, and
 * would go out twice.
 */
export const withTheirClock = async (
  { xUrl }: { readonly xUrl: string },
  now: () => Date,
  call: (at: Date) => Promise<Reply>,
): Promise<Reply> => {
  const presumed = () => new Date(now().getTime() + (leads.get(xUrl) ?? 0))
  const reply = await call(presumed())
  if (reply.kind !== 'answered' || !isBadTimestamp(reply) || !reply.headers.has('date')) return reply
  const lead = answeredAt(reply) - now().getTime()
  tellClockLead(new URL(xUrl).host, lead)
  if (lead < -AHEAD_MS_MAX) return reply
  leads.set(xUrl, lead)
  return call(presumed())
}

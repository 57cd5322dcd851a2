import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from '#domain/kernel/failure.ts'
import { shownAddress } from '#server/platform/log.ts'
import { countByMinute } from './call-limits.ts'
import { refuse } from './refuse-body.ts'
import type { Services } from './route.ts'

const MESSAGE_CHARACTERS_MAX = 500
const STACK_CHARACTERS_MAX = 4_000
/** A page tells five faults at most, in text that is mostly Latin. */
const BODY_BYTES_MAX = 16_384
const FROM_ONE_ADDRESS_MAX = 10
/** Of all browsers, per minute and process: a faulty version opened by thousands must not fill the disk with one line. */
const FROM_ALL_MAX = 100

const browserFault = z.strictObject({
  message: z.string().min(1),
  stack: z.string().optional(),
  /** The path of the page. */
  page: z.string(),
})

/** The text of a fault may quote an address: secrets in it, which are long, and what stands in its query or fragment are left out. */
const withoutSecrets = (text: string, charactersMax: number): string =>
  text
    .replace(/([?&#][\w-]+=)[^\s&#"')]+/g, '$1[redacted]')
    .replace(/[\w-]{32,}/g, '[redacted]')
    .slice(0, charactersMax)

/**
 * `POST /api/browser-faults`: a fault in the code of a page becomes a line of the log. Anybody may send one, also before signing in;
 * it answers 204, 400 for another body and 429 for too many.
 */
export const registerBrowserFaults = (app: FastifyInstance, { log }: Pick<Services, 'log'>): void => {
  const count = countByMinute()
  const waitFor = ({ ip }: FastifyRequest) =>
    count(normalizeIP(ip), FROM_ONE_ADDRESS_MAX) ?? count('all', FROM_ALL_MAX)
  app.post('/api/browser-faults', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const fault = browserFault.safeParse(request.body)
    if (!fault.success) return refuse(request, reply, fail('malformed_request'))
    const wait = waitFor(request)
    if (wait !== null) return refuse(request, reply, fail('too_many_requests', { wait }))
    const { message, stack, page } = fault.data
    const line = {
      problem: withoutSecrets(message, MESSAGE_CHARACTERS_MAX),
      stack: stack && withoutSecrets(stack, STACK_CHARACTERS_MAX),
      page: withoutSecrets(shownAddress(page), MESSAGE_CHARACTERS_MAX),
      browser: request.headers['user-agent']?.slice(0, MESSAGE_CHARACTERS_MAX),
      request: request.id,
    }
    log.warn(line, 'a fault in a browser')
    return reply.code(204).send()
  })
}

import type { FastifyInstance } from 'fastify'
import type { GatewayEvent } from '#server/platform/cards/billing-gateway.ts'
import { billingGateway } from '#server/platform/cards/configured.ts'
import type { Services } from '#server/platform/http/route.ts'
import { syncSubscriptionQueue } from './sync-subscription.ts'

const PATH = '/webhooks/cards'
/** The gateway's largest messages carry an invoice with its lines. */
const BODY_LIMIT = 1_000_000

/**
 * Where the gateway says that something has changed. A message is only a reason to look: it is signed, taken once, and may come late, twice
 * or in any order (decision 78).
 */
export const registerGatewayMessages = (app: FastifyInstance, services: Services): void => {
  app.register(async messages => {
    messages.removeAllContentTypeParsers()
    messages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    messages.post(PATH, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const gateway = billingGateway(services.config)
      const isReadable = gateway && typeof signature === 'string' && typeof request.body === 'string'
      const event = isReadable
        ? await gateway.readEvent(request.body as string, signature, services.clock.now())
        : null
      if (!event) return reply.code(400).send({ received: false })
      await takeEvent(services, event)
      return { received: true }
    })
  })
}

/** The job is enqueued in the transaction that takes the message: none is lost, and none is acted on twice. */
const takeEvent = ({ db, jobs, clock }: Services, event: GatewayEvent): Promise<void> =>
  db.transaction().execute(async tx => {
    const { numInsertedOrUpdatedRows: taken } = await tx
      .insertInto('gateway_events')
      .values({
        id: event.id,
        type: event.type,
        gateway_customer_id: event.customerId,
        created_at: event.createdAt,
        received_at: clock.now(),
      })
      .onConflict(clash => clash.doNothing())
      .executeTakeFirstOrThrow()
    if (!taken || event.customerId === null) return
    const rows = await tx
      .selectFrom('subscriptions')
      .select('agency_id')
      .where('gateway_customer_id', '=', event.customerId)
      .execute()
    for (const { agency_id: agencyId } of rows) await jobs.enqueue(tx, syncSubscriptionQueue, { agencyId })
  })

import pg from 'pg'
import type { Config } from '#server/config.ts'
import { GONE_DAYS } from '#server/features/billing/subscription/gone-subscription.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import { connectionTo } from '#server/platform/db/hosts.ts'
import type { Finding } from './doctor-finding.ts'

/** The comparison runs every night. */
const LATEST_HOURS = 36

type Counts = {
  waiting: number
  missing: number
  gone: number
  stale: number
  drifts: number
  names: string[] | null
  taxed: number
}

const countsQuery = `
  select
    (select count(*)::int from subscriptions
      where gateway_subscription_id is null and status <> 'canceled' and created_at < now() - interval '1 hour') as waiting,
    (select count(*)::int from subscriptions where gone_at is not null and status <> 'canceled') as missing,
    (select count(*)::int from subscriptions where gone_at > now() - interval '30 days' and status = 'canceled') as gone,
    (select count(*)::int from subscriptions
      where gateway_subscription_id is not null and synced_at < now() - interval '${LATEST_HOURS} hours') as stale,
    (select count(*)::int from subscription_drifts where found_at > now() - interval '7 days') as drifts,
    (select array_agg(distinct name order by name) from subscription_drifts, unnest(differences) name
      where found_at > now() - interval '7 days') as names,
    (select count(*)::int from invoices where tax_cents > 0 and status <> 'draft') as taxed`

const note = (text: string, remedy: string): Finding => ({ what: 'billing', state: 'note', text, remedy })

const findingsOf = (
  { waiting, missing, gone, stale, drifts, names, taxed }: Counts,
  config: Config,
): Finding[] => {
  const found = [
    missing > 0 && {
      ...note(
        `the gateway no longer knows ${missing} subscriptions that should be running`,
        `Check that CARD_GATEWAY_KEY is of the account that had them; a later comparison then finds them again. Otherwise each ends ${GONE_DAYS} days after it was first missed, and its admins are notified.`,
      ),
      state: 'wrong' as const,
    },
    waiting > 0 &&
      note(
        `${waiting} subscriptions wait for the gateway`,
        'They are tried again every night; the log says why the gateway does not take them.',
      ),
    stale > 0 &&
      note(
        `${stale} subscriptions were not compared with the gateway for ${LATEST_HOURS} hours`,
        'Check that a worker runs, and that it reaches the gateway.',
      ),
    gone > 0 &&
      note(
        `the gateway no longer knows ${gone} subscriptions that have ended`,
        'If CARD_GATEWAY_KEY was of another account for a while, a comparison finds them again. Otherwise their admins have to start another.',
      ),
    drifts > 0 &&
      note(
        `the nightly comparison repaired ${drifts} subscriptions in a week (${(names ?? []).join(', ')})`,
        'Check at the gateway that its messages reach PUBLIC_URL/webhooks/cards.',
      ),
    taxed > 0 &&
      config.SELLER_ABN === undefined &&
      note(
        `${taxed} invoices with GST do not name an ABN`,
        'Set SELLER_ABN: a tax invoice has to show the number of its seller. Invoices that were made before keep what they say.',
      ),
  ].filter(finding => finding !== false)
  const fine: Finding = {
    what: 'billing',
    state: 'fine',
    text: 'the subscriptions are as the gateway has them',
  }
  return found.length > 0 ? found : [fine]
}

/** Whether what agencies pay is what the gateway says. Nothing to check where no cards are taken. */
export const checkBilling = async (config: Config, url: string): Promise<Finding[]> => {
  if (!cardGatewaySettings(config)) return []
  if (config.NODE_ENV === 'production' && config.CARD_GATEWAY_WEBHOOK_SECRET === undefined)
    return [
      {
        ...note(
          'CARD_GATEWAY_WEBHOOK_SECRET is not set',
          'Set it; until then a payment is noticed at night only.',
        ),
        state: 'wrong',
      },
    ]
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Counts>(countsQuery)
    return rows.flatMap(row => findingsOf(row, config))
  } catch (error) {
    // The tables are created at the next start.
    if ((error as { code?: unknown }).code === '42P01') return [note('not known before the next start', '')]
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

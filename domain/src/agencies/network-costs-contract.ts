import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/** US dollars, estimated. */
const usd = z.number()

const clientCost = z.strictObject({
  project_id: id,
  client: z.string(),
  written: usd,
  read: usd,
})

const networkCosts = z.strictObject({
  network: z.enum(socialNetworks),
  /** The agency's share of this month's budget; null: the installation has none. */
  budget: usd.nullable(),
  /** Whether the share is used up: nothing more is read this month, while posts still go out. */
  is_reading_stopped: z.boolean(),
  /** The dearest first. */
  clients: z.array(clientCost),
})
export type NetworkCosts = z.output<typeof networkCosts>

/** What networks that charge for their use cost for each client in a month (UTC), estimated; only networks that the agency uses. */
export const listNetworkCosts = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/network-costs',
  summary: 'Estimate what networks that charge for their use cost for each client in a month',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params: z.strictObject({ agencyId: pathId }),
  /** `YYYY-MM`; this month if left out. */
  query: z.strictObject({
    month: z
      .string()
      .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
      .optional(),
  }),
  output: z.array(networkCosts),
})

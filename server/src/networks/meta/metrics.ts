import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from './graph.ts'
import { type ReadFailure, readFailure } from './read-failure.ts'

const metric = z.object({
  name: z.string(),
  values: z.array(z.object({ value: z.unknown(), end_time: z.string().optional() })).default([]),
  /** Has no value if there is nothing to sum. */
  total_value: z.object({ value: z.unknown() }).optional(),
})
const answer = z.object({ data: z.array(metric) })

/** One metric of an account or medium in Meta's answers. */
export type Metric = z.output<typeof metric>

/** A number, also from text; null for anything else. */
export const numberOf = (value: unknown): number | null => {
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : null
}

/** Makes one insights call. A metric without data is missing in the answer or has no values. */
export const readMetrics = async (
  api: Graph,
  account: ConnectedAccount,
  node: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Metric[] | ReadFailure> => {
  const reply = await api.get(account, `${node}/insights`, query)
  return (isOk(reply) ? parseBody(reply, answer)?.data : null) ?? readFailure(reply)
}

/** Concurrent calls: all at once would look like an attack, one by one would take minutes. */
const AT_A_TIME = 4

/** Maps the items with a few concurrent calls, in order. */
export const mapInBatches = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_A_TIME)
    done.push(...(await Promise.all(items.slice(at, at + AT_A_TIME).map(work))))
  return done
}

/** Whether Meta has said that there is no such metric: it rejects the call as such. */
export const isDropped = ({ reason }: Pick<ReadFailure, 'reason'>): boolean => reason === 'not_supported'

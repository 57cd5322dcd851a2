import { z } from 'zod'
import type { NewFault } from './faults.ts'
import { type FaultName, faultKinds, networks } from './model.ts'

const longestDelayMs = 600_000

/** The JSON body that adds a fault. */
export const newFaultBody = z.strictObject({
  network: z.enum(networks),
  fault: z.enum(Object.keys(faultKinds) as [FaultName, ...FaultName[]]),
  account: z.string().optional(),
  times: z.int().positive().nullable().optional(),
  delay_ms: z.int().nonnegative().max(longestDelayMs).optional(),
  retry_after: z.int().nonnegative().optional(),
})

/**
 * Reads the fault panel's form. An empty number of times means "until removed"; `where` is a network, or a network, a slash and an
 * account.
 */
export function readFaultForm(form: URLSearchParams): NewFault | undefined {
  const [network, account] = (form.get('where') ?? '').split('/')
  const number = (name: string) => (form.get(name) ? Number(form.get(name)) : undefined)
  const parsed = newFaultBody.safeParse({
    network: network || form.get('network'),
    fault: form.get('fault'),
    account: account || form.get('account') || undefined,
    times: number('times') ?? null,
    delay_ms: number('delay_ms'),
    retry_after: number('retry_after'),
  })
  return parsed.success ? parsed.data : undefined
}

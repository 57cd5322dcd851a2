import type { Fault, SandboxAccount } from './model.ts'
import type { Sandbox } from './sandbox.ts'

/** How a network refuses to answer figures. */
export type FigureFailures = {
  readonly down: () => Error
  readonly limited: (retryAfter: number | undefined) => Error
}

/** Which half of the metrics `figures_half` fails: the same ones each time. */
export const isInFailingHalf = (name: string): boolean =>
  [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1

/** Uses a fault of the figures for this call, which reads these metrics. @throws what the network answers */
export async function failIfFiguresDown(
  { faults, stopping }: Sandbox,
  { network, id }: SandboxAccount,
  names: readonly string[],
  failures: FigureFailures,
): Promise<Fault | undefined> {
  const fault = faults.take('figures', network, id)
  if (fault?.fault === 'figures_slow') await faults.delay(fault, stopping)
  if (fault?.fault === 'figures_limited') throw failures.limited(fault.retry_after)
  if (fault?.fault === 'figures_half' && names.some(isInFailingHalf)) throw failures.down()
  return fault
}

/** Whether the newest day is reported. */
export const hasNewest = (fault: Fault | undefined): boolean => fault?.fault !== 'figures_empty'

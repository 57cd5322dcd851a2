import { nightLines } from './night.ts'
import { screenLines } from './screen.ts'

/** The figures of years: what a screen's query takes among them, and how long a night of gathering is. */
export async function* analyticsSection(options: {
  readonly points: number
  readonly accounts: number
}): AsyncGenerator<string> {
  if (options.points > 0) yield* screenLines(options.points)
  if (options.accounts > 0) yield* nightLines(options.accounts)
}

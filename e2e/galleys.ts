import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Galley that journeys are made in, with the folder of its data where it is one of ours. */
export type TestGalley = { readonly url: string; readonly port: number; readonly dataDir: string }

// Playwright reads this file in every process: the folder is chosen once and inherited. Galley itself makes it.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `galley-e2e-${Date.now()}-${process.pid}`)
const root = process.env.E2E_DATA_DIR

process.env.E2E_STARTED_AT ??= new Date().toISOString()
/** When the Galleys were started, in every process the same: a run may go on past midnight. */
export const startedAt = new Date(process.env.E2E_STARTED_AT)
const firstPort = Number(process.env.E2E_PORT ?? 4680)

/** Two for the two cores of a small machine: much of a journey is waiting for a minute, a network or a picture. */
const count = Number(process.env.E2E_WORKERS ?? 2)

const makeGalley = (index: number): TestGalley => {
  // The sandbox stands on the port beside each.
  const port = firstPort + 2 * index
  return { url: `http://127.0.0.1:${port}`, port, dataDir: `${root}-${index}` }
}

/** One for each worker: what the journeys of one write, those of another do not see. With `E2E_URL` the one that runs already. */
export const galleys: readonly TestGalley[] = process.env.E2E_URL
  ? [{ ...makeGalley(0), url: process.env.E2E_URL, dataDir: root }]
  : Array.from({ length: count }, (_, index) => makeGalley(index))

/** The Galley of this worker. */
export const ownGalley = (): TestGalley => {
  const own = galleys[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (!own) throw new Error('There are more workers than Galleys')
  return own
}

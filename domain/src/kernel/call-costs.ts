/**
 * What a call costs those who run Galley. `usual`: a read or a write of a few rows. `search`: it looks through much, or asks a network.
 * `heavy`: it makes a file, or work that goes on after its answer.
 */
export type Cost = 'usual' | 'search' | 'heavy'

/** The share of `CALLS_PER_MINUTE` that a person may spend on calls of each kind (docs/product/api.md "How many calls"). */
export const SHARE_OF_CALLS = { usual: 1, search: 0.25, heavy: 0.02 } as const satisfies Record<Cost, number>

/** How many times as much as one person a network address may ask for: an office has one for everybody. */
export const PEOPLE_AT_AN_ADDRESS = 5

/** How many calls of this kind a person may make a minute. */
export const callsPerMinute = (cost: Cost, callsMax: number): number =>
  Math.max(1, Math.round(callsMax * SHARE_OF_CALLS[cost]))

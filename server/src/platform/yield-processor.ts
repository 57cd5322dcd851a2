import { setPriority } from 'node:os'

/** As `nice`: of 20 steps down. Measured in turns: a burst of 6,000 posts slowed the calendar 2.4 to 22 times without it, 1.6 to 2.3 times with 10, and went out as soon. */
const NICENESS = 10

/**
 * Gives the processor to others first: a worker that publishes ten thousand posts at once must not slow the pages that people look at.
 * What this process starts from now on inherits it.
 */
export const yieldProcessor = (): void => setPriority(NICENESS)

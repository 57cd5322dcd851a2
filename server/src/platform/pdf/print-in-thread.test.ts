import { expect, it } from 'vitest'
import { longDocument, printInThread } from './print-in-thread.ts'

/** A thread that holds this many megabytes of its heap when it answers. */
const holding = (megabytes: number) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      const all = []
      for (let n = 0; n < ${megabytes}; n += 1) all.push(new Array(131_072).fill(n + 0.5))
      parentPort.postMessage(new Uint8Array([all.length]))`)}`,
  )

// Between 96 and 192 MB are what the longest certificate was measured to take.
it('A long document has the memory that it takes, and another one does not get it', async () => {
  expect(await printInThread(holding(192), null, longDocument)).toEqual(new Uint8Array([192]))
  await expect(printInThread(holding(192), null)).rejects.toThrow('too much memory')
})

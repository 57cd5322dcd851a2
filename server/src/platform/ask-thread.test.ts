import { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { askThread } from './ask-thread.ts'

const script = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`)}`,
  )
const ask = (code: string, { data, ms = 60_000 }: { data?: unknown; ms?: number } = {}) =>
  askThread(script(code), data, { ms, heap: { maxOldGenerationSizeMb: 32 } })

afterEach(() => {
  vi.useRealTimers()
})

it('A thread is given data and answers', async () => {
  expect(await ask('parentPort.postMessage(workerData + 1)', { data: 1 })).toBe(2)
})

it('A thread that never answers is given up', async () => {
  expect(await ask('for (;;);', { ms: 50 })).toBe('too_much')
})

it('A thread that takes all of its memory is given up', async () => {
  expect(await ask('const all = []; for (;;) all.push(new Array(10_000).fill(all.length))')).toBe('too_much')
})

it('A thread that ends without an answer is given up at once', async () => {
  expect(await ask('process.exit(0)')).toBe('too_much')
})

it('A fault of the script is thrown', async () => {
  await expect(ask('throw new TypeError("no table")')).rejects.toThrow('no table')
})

it('A thread whose end is never told delays nobody for ever', async () => {
  const end = Worker.prototype.terminate
  const ended: Promise<number>[] = []
  vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    ended.push(end.call(this))
    return new Promise(() => undefined)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = ask('parentPort.postMessage("read")')
  await vi.waitFor(() => expect(ended).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answer).toBe('read')
  await Promise.all(ended)
})

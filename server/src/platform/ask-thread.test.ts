import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askThread, keptThread } from './ask-thread.ts'

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

it('An answer counts, whatever fails after it', async () => {
  for (let time = 0; time < 5; time++)
    expect(await ask('parentPort.postMessage("read"); throw new TypeError("too late")')).toBe('read')
})

describe('A thread that is kept', () => {
  let started = 0
  const count = () => {
    started += 1
  }
  beforeEach(() => {
    started = 0
    process.on('worker', count)
  })
  afterEach(() => process.off('worker', count))

  /** Answers with how many questions it had, and does what is asked of it first, unless it is new. */
  const keep = (doing = '') => {
    const code = `let had = 0
      parentPort.on('message', question => { had++; if (had > 1 && question === 'fail') { ${doing} }
        parentPort.postMessage(question === 'bad' ? null : { question, had }) })`
    const heap = { maxOldGenerationSizeMb: 32 }
    return keptThread<string, { question: string; had: number } | null>(script(code), {
      heap,
      keptMs: 60_000,
      isSound: answer => answer !== null,
    })
  }

  it('answers one question after the other', async () => {
    const put = keep()
    for (const had of [1, 2, 3]) expect(await put('a', 60_000)).toEqual({ question: 'a', had })
    expect(started).toBe(1)
  })

  it('has one question at a time: of two threads one stays', async () => {
    const put = keep()
    const both = await Promise.all([put('a', 60_000), put('b', 60_000)])
    expect(both).toEqual([
      { question: 'a', had: 1 },
      { question: 'b', had: 1 },
    ])
    expect(started).toBe(2)
    expect(await put('c', 60_000)).toEqual({ question: 'c', had: 2 })
  })

  it('is not asked again after an answer that is not sound', async () => {
    const put = keep()
    expect(await put('bad', 60_000)).toBeNull()
    expect(await put('a', 60_000)).toEqual({ question: 'a', had: 1 })
  })

  it.each([
    ['dies', 'process.exit(1)'],
    ['throws', 'throw new TypeError("left over")'],
    ['throws something later', 'Promise.reject(new TypeError("left over")); return'],
    ['takes all of the memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length))'],
  ])('and %s in the middle of a question is replaced, and the question answered', async (_how, doing) => {
    const put = keep(doing)
    await put('a', 60_000)
    expect(await put('fail', 60_000)).toEqual({ question: 'fail', had: 1 })
    expect(await put('b', 60_000)).toEqual({ question: 'b', had: 2 })
    expect(started).toBe(2)
  })

  it.each([
    ['works for ever', 'for (;;);'],
    ['waits for ever', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
    ['does not answer', 'return'],
  ])('and %s is replaced once its time is over, and the question answered', async (_how, doing) => {
    const put = keep(doing)
    await put('a', 60_000)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const answer = put('fail', 60_000)
    while (started === 1) await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toEqual({ question: 'fail', had: 1 })
    expect(started).toBe(2)
  })
})

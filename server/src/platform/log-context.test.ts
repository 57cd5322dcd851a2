import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { useTestApp } from '#testing/app.ts'
import { publicRoute } from './http/route.ts'
import { type JobQueue, type JobRunner, openJobs } from './jobs/job-queues.ts'
import { makeLog } from './log.ts'

const begin = endpoint({
  method: 'POST',
  path: '/begin',
  summary: 'Begins a job',
  permission: 'public',
  body: z.strictObject({ how: z.enum(['work', 'throw']) }),
  output: z.strictObject({}),
})
type Line = { msg: string; request?: string; queue?: string; job?: string; data?: unknown }

const firstQueue: JobQueue<{ how: string }> = { name: 'test-first', expireSeconds: 60 }
const secondQueue: JobQueue<{ how: string }> = { name: 'test-second', expireSeconds: 60 }
const lines: Line[] = []
const log = makeLog('info', { write: line => lines.push(JSON.parse(line)) })
let jobs: JobRunner
const kit = useTestApp({
  log,
  routes: [
    publicRoute(begin, async ({ body }, { tx, log: ofCall }) => {
      ofCall.info('called')
      await jobs.enqueue(tx, firstQueue, { how: body.how })
      return {}
    }),
  ],
})
beforeAll(async () => {
  jobs = await openJobs(kit.url, log, [firstQueue, secondQueue])
  await jobs.work(firstQueue, async ({ how }) => {
    log.info('first')
    await kit.db.transaction().execute(tx => jobs.enqueue(tx, secondQueue, { how }))
    return 'done'
  })
  await jobs.work(secondQueue, async ({ how }) => {
    if (how === 'throw') throw new Error('broken')
    log.info('second')
    return 'done'
  })
})
afterAll(() => jobs.stop())
beforeEach(() => {
  lines.length = 0
})

const find = (msg: string) => lines.find(line => line.msg === msg)

it('The lines of a call and of all jobs that follow from it have the id of its request, and each job its own', async () => {
  await kit.send(null, 'POST', '/begin', { how: 'work' })
  await expect.poll(() => find('second'), { timeout: 60_000 }).toBeDefined()
  const [called, first, second] = ['called', 'first', 'second'].map(find)
  expect(called?.request).toMatch(/^[\da-f-]{36}$/)
  expect(called?.job).toBeUndefined()
  expect([first?.request, second?.request]).toEqual([called?.request, called?.request])
  expect([first?.queue, second?.queue]).toEqual(['test-first', 'test-second'])
  expect(second?.job).not.toBe(first?.job)
})

it('The line of a job that failed names the job, its queue and the request, and its data as they were given', async () => {
  await kit.send(null, 'POST', '/begin', { how: 'throw' })
  await expect.poll(() => find('a job failed'), { timeout: 60_000 }).toBeDefined()
  const failed = find('a job failed')
  expect(failed).toMatchObject({
    queue: 'test-second',
    request: find('called')?.request,
    data: { how: 'throw' },
  })
  expect(failed?.job).toMatch(/^[\da-f-]{36}$/)
})

it('What belongs to no request and no job has neither', () => {
  log.info('on its own')
  expect(Object.keys(find('on its own') ?? {})).toEqual([
    'level',
    'time',
    'pid',
    'hostname',
    'version',
    'msg',
  ])
})

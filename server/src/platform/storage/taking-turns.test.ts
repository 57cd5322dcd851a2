import { expect, it } from 'vitest'
import { takingTurns } from './taking-turns.ts'

const [kim, ana] = [1, 2]

it('One piece of work is done at a time, and people take turns', async () => {
  const take = takingTurns(10)
  const begun: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    begun.push(name)
    expect(++running).toBe(1)
    await new Promise(setImmediate)
    running -= 1
  }
  const photos = ['kim 1', 'kim 2', 'kim 3', 'kim 4'].map(name => take(kim, work(name)))
  await Promise.all([...photos, take(ana, work('ana 1'))])
  expect(begun).toEqual(['kim 1', 'ana 1', 'kim 2', 'kim 3', 'kim 4'])
})

it('A person for whom much waits has to come again, nobody else has, and failed work makes room too', async () => {
  const take = takingTurns(2)
  const broken = () => Promise.reject(new Error('broken'))
  const whole = () => Promise.resolve('whole')
  const [first, second] = [take(kim, broken), take(kim, whole)]
  expect(take(kim, whole)).toBeNull()
  expect(await take(ana, whole)).toBe('whole')
  await expect(first).rejects.toThrow('broken')
  expect([await second, await take(kim, whole)]).toEqual(['whole', 'whole'])
})

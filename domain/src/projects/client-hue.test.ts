import { expect, it } from 'vitest'
import { clientHue } from './client-hue.ts'

it('Clients that were created one after the other have colours that nobody mistakes', () => {
  const apart = (one: number, other: number) => {
    const degrees = Math.abs(one - other)
    return Math.min(degrees, 360 - degrees)
  }
  for (let id = 1; id < 2_000; id++) {
    expect(clientHue(id)).toBeGreaterThanOrEqual(0)
    expect(clientHue(id)).toBeLessThanOrEqual(360)
    for (const next of [1, 2, 3, 4]) expect(apart(clientHue(id), clientHue(id + next))).toBeGreaterThan(30)
  }
})

import { describe, expect, it } from 'vitest'
import { numberOf } from './metrics.ts'

describe('A figure', () => {
  it.each([
    [12, 12],
    [0, 0],
    ['34', 34],
    ['', null],
    ['many', null],
    [{}, null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
  ])('%j is %j', (value, figure) => expect(numberOf(value)).toBe(figure))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentProblem, contrastOf, textTone } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

describe('The accent of reports', () => {
  it('has the contrast that WCAG counts', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
  })

  it('is readable as a text, whatever was chosen, and stays as it is if it already was', () => {
    fc.assert(
      fc.property(color, chosen => {
        const tone = textTone(chosen)
        expect(contrastOf(tone, '#ffffff')).toBeGreaterThanOrEqual(4.5)
        if (contrastOf(chosen, '#ffffff') >= 4.5) expect(tone).toBe(chosen)
      }),
    )
  })

  it.each([
    ['#136a48', null],
    ['#FF0000', null],
    ['#ffee00', 'This color is too light for white paper. Choose a darker one.'],
    ['green', 'Please enter a color as #rrggbb'],
    ['#12345', 'Please enter a color as #rrggbb'],
  ])('%s: %s', (chosen, problem) => {
    expect(accentProblem(chosen)).toBe(problem)
  })
})

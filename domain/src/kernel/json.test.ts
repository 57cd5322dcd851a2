import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './json.ts'

it('JSON texts are parsed as JSON.parse parses them', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

it.each(['', '{', 'undefined', "{'a': 1}"])('The text "%s" is not JSON', text => {
  expect(parseJson(text)).toBeUndefined()
})

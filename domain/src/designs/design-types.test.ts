import { describe, expect, it } from 'vitest'
import { designTypes, searchDesignTypes } from './design-types.ts'

const names = (search: string) => searchDesignTypes(search).map(({ name }) => name)

describe('The search of design types', () => {
  it('finds everything for an empty search, each type with an id of its own', () => {
    expect(searchDesignTypes('  ')).toEqual(designTypes)
    expect(new Set(designTypes.map(({ id }) => id)).size).toBe(designTypes.length)
  })

  it('needs every word, in any order and case', () => {
    expect(names('STORY insta')).toEqual(['Instagram story'])
    expect(names('facebook thumbnail')).toEqual([])
  })

  it.each(['1280x720', '1280 × 720', '1280X720'])('finds a size written %s', search => {
    expect(names(search)).toEqual(['Video thumbnail'])
  })
})

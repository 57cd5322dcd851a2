import { describe, expect, it } from 'vitest'
import { isTimezone, listTimezones } from '#domain/kernel/time.ts'
import { projectName, projectTimezone } from './model.ts'

const textOf = (schema: typeof projectName | typeof projectTimezone, value: unknown) =>
  schema.safeParse(value).error?.issues.map(issue => issue.message)

describe('The name of a project', () => {
  it.each(['', '   ', undefined])('is required: %j', value => {
    expect(textOf(projectName, value)).toEqual(['Project name is required'])
  })

  it.each(['ab', '🌍🌍', 'x'.repeat(256)])(
    'has between 3 and 255 characters as people count them: %s',
    value => {
      expect(textOf(projectName, value)).toEqual(['Please enter a project name between 3 and 255 characters'])
    },
  )

  it.each(['abc', '東京店', '🌍🌍🌍', 'x'.repeat(255)])('may be %s', value => {
    expect(projectName.parse(` ${value} `)).toBe(value)
  })
})

describe('A timezone', () => {
  it('is any of the list, or another name that browsers use for one', () => {
    expect(listTimezones().every(isTimezone)).toBe(true)
    expect(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires'].every(isTimezone)).toBe(
      true,
    )
  })

  it.each(['', 'Berlin', '+02:00', 'Mars/Olympus', '../etc', undefined])('is not %j', value => {
    expect(textOf(projectTimezone, value)).toEqual(['Timezone is required'])
  })
})

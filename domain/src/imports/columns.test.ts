import { expect, it } from 'vitest'
import { guessMapping, mappingProblem } from './columns.ts'

it('recognizes columns by the names that people use', () => {
  expect(guessMapping(['Caption', 'Publish date', 'CHANNEL', 'whatever', ''])).toEqual({
    message: 0,
    date: 1,
    networks: 2,
  })
})

it.each([
  [
    ['Scheduled Date', 'Scheduled Time', 'Profile', 'Post Copy', 'Media URL(s)'],
    { date: 0, time: 1, networks: 2, message: 3, media: 4 },
  ],
  [['Date (mm/dd/yyyy)', 'Time [24h]', 'Message_Text'], { date: 0, time: 1, message: 2 }],
  [['Datum', 'Uhrzeit', 'Kanal', 'Beitragstext'], { date: 0, time: 1, networks: 2, message: 3 }],
  [['Text', 'Image URL', 'Tags', 'Posting Time'], { message: 0, media: 1, date: 3 }],
])('recognizes the columns of other tools: %j', (headers, mapping) => {
  expect(guessMapping(headers)).toEqual(mapping)
})

it('prefers the names that the last import of the project had', () => {
  expect(guessMapping(['Text', 'Body'], { message: 'body' })).toEqual({ message: 1 })
})

it('refuses a column that does not exist or is chosen twice', () => {
  expect(mappingProblem({ message: 3 }, 3)).not.toBeNull()
  expect(mappingProblem({ message: 1, date: 1 }, 3)).not.toBeNull()
  expect(mappingProblem({ message: 1, date: 2 }, 3)).toBeNull()
})

import { expect, it } from 'vitest'
import { pictureFinder } from './zip-pictures.ts'

const find = pictureFinder(
  ['Summer/a.jpg', 'Winter/a.jpg', 'Winter/Schöne Tage.JPG'.normalize('NFD'), 'b.png'].map((name, bytes) => ({
    name,
    bytes,
  })),
)

it.each([
  ['b.png', 3],
  ['B.PNG', 3],
  ['./b.png', 3],
  ['summer/a.jpg', 0],
  ['schöne tage.jpg', 2],
])('finds "%s"', (requested, index) => {
  expect(find(requested)?.bytes).toBe(index)
})

it('does not choose between two files of one name', () => {
  expect(find('a.jpg')).toBeNull()
})

it.each(['', 'c.png', '../b.png', 'Summer'])('does not find "%s"', requested => {
  expect(find(requested)).toBeNull()
})

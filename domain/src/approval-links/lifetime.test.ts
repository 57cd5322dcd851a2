import { expect, it } from 'vitest'
import { linkDays, maskedEmail } from './lifetime.ts'

it('an approval link lasts 30 days unless its project says otherwise', () => {
  expect(linkDays([])).toBe(30)
  expect(linkDays([{ name: 'approval-link-days', value: '' }])).toBe(30)
  expect(linkDays([{ name: 'approval-link-days', value: '7' }])).toBe(7)
})

it('a masked address shows the first letter and the host only', () => {
  expect(maskedEmail('clara@harbor.example')).toBe('c•••@harbor.example')
  expect(maskedEmail('c@harbor.example')).toBe('c•••@harbor.example')
})

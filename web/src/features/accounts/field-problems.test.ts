import { expect, test } from 'vitest'
import { signUpForm } from '#domain/accounts/contract.ts'
import { newPassword } from '#domain/accounts/model.ts'
import { fieldProblems } from './field-problems.ts'

const long = 'a'.repeat(256)
const values = [
  '',
  '   ',
  'Jo',
  '  Jo  ',
  'Ada',
  "Anne-Marie O'Neil",
  'Ада',
  'Ada 2',
  'A@b',
  long,
  'short',
  'password1',
  'correct horse battery',
  '+49 30 1234567',
  '12',
  'call me',
  'ada@studio.test',
  'ada@studio',
  'two words@studio.test',
]
const fields = ['name', 'last_name', 'email', 'phone_number', 'company', 'password'] as const

test.each(fields)('the form and the server say the same about %s', field => {
  for (const value of values) {
    const result = signUpForm.safeParse({ [field]: value })
    const issue = result.error?.issues.find(({ path }) => path[0] === field)?.message
    // The server checks addresses more strictly; whatever the form refuses, it refuses too.
    if (field === 'email' && fieldProblems.email(value) === undefined) continue
    expect([value, fieldProblems[field](value)]).toEqual([value, issue])
  }
})

test.each([
  ['', 'secret words'],
  ['other words', 'secret words'],
  ['secret words', 'secret words'],
])('the form and the server say the same about the confirmation "%s"', (confirmation, password) => {
  const result = signUpForm.safeParse({ password, password_confirmation: confirmation })
  const issue = result.error?.issues.find(({ path }) => path[0] === 'password_confirmation')?.message
  expect(fieldProblems.password_confirmation(confirmation, password)).toBe(issue)
})

test('a space at the end of a password is part of it', () => {
  expect(fieldProblems.password('1234567 ')).toBe(newPassword.safeParse('1234567 ').error?.issues[0]?.message)
  expect(fieldProblems.password_confirmation('secret words ', 'secret words')).toBe("Passwords doesn't match")
})

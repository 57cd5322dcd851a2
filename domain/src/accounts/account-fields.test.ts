import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword, isLettersOnly, isPhoneNumber } from './account-fields.ts'
import { signUpForm } from './contract.ts'
import { company, email, firstName, lastName, newPassword, phoneNumber } from './model.ts'

const textsOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('names', () => {
  it.each([
    'Ada',
    'O’Brien',
    "D'Arcy",
    'Jean-Luc',
    'María José',
    'Søren Ågård',
    'Владимир',
    'Ελένη',
    'محمد علی',
    'नरेन्द्र',
    'สมชาย',
    '山田太郎',
    '김민준',
    'Nguyễn Thị',
  ])('takes %s', name => {
    expect(textsOf(firstName, name)).toEqual([])
  })

  it.each([
    'Ada1',
    'Ada!',
    '<b>Ada</b>',
    'Ada_B',
    'Ada, B',
    '-Ada',
    'Ada-',
    "'Ada'",
    'Ada\u0000',
    'Ada😀',
    'A\nda',
  ])('refuses %j for its characters', name => {
    expect(textsOf(firstName, name)).toEqual(['Field should not contain numbers and special symbols'])
  })

  it('reports one problem at a time, in the fixed wording', () => {
    expect(textsOf(firstName, undefined)).toEqual(['First Name is required'])
    expect(textsOf(firstName, '   ')).toEqual(['First Name is required'])
    expect(textsOf(lastName, '')).toEqual(['Last Name is required'])
    expect(textsOf(lastName, 'A1')).toEqual(['Please enter a last name between 3 and 255 characters'])
    expect(textsOf(firstName, 'a'.repeat(256))).toEqual([
      'Please enter a first name between 3 and 255 characters',
    ])
    expect(textsOf(firstName, 'a'.repeat(255))).toEqual([])
  })

  it('distinguishes letters no matter how they were typed', () => {
    expect(firstName.parse('Zoe\u0308')).toBe('Zo\u00eb')
  })

  it('checks any text at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), text => {
        const isQuick = () => {
          const before = process.cpuUsage()
          isLettersOnly(text.repeat(20))
          return process.cpuUsage(before).user < 500_000
        }
        // Of the processor, which may tidy up its memory once; what takes long by itself does so each time.
        return isQuick() || isQuick() || isQuick()
      }),
    )
  })
})

describe('phone numbers', () => {
  it.each([
    '+49 30 123456',
    '+49 (0)30 123456',
    '+1-555-123-4567',
    '0049301234567',
    '+61 400 000 000',
    '14155552671',
  ])('takes %s', number => {
    expect(isPhoneNumber(number)).toBe(true)
  })
  it.each([
    '12345',
    'call me',
    '+49 30 12345a',
    '+1234567890123456',
    '++49301234567',
    '49+301234567',
    '       ',
  ])('refuses %s', number => {
    expect(isPhoneNumber(number)).toBe(false)
  })
  it('says so in the fixed wording', () => {
    expect(textsOf(phoneNumber, '')).toEqual(['Phone Number is required'])
    expect(textsOf(phoneNumber, '123')).toEqual(['Phone number is not valid'])
  })
})

describe('passwords', () => {
  it('have 8 to 255 characters, counted as people count them', () => {
    const text = 'Please enter a password between 8 and 255 characters'
    expect(textsOf(newPassword, undefined)).toEqual(['Password is required'])
    expect(textsOf(newPassword, 'Zq7!kPx')).toEqual([text])
    expect(textsOf(newPassword, 'Zq7!kPxv')).toEqual([])
    expect(textsOf(newPassword, '🐟🐠🐡🦈')).toEqual([text])
    expect(textsOf(newPassword, `${'🐟🐠'.repeat(127)}🦈`)).toEqual([])
    expect(textsOf(newPassword, '🐟🐠'.repeat(128))).toEqual([text])
  })

  it('keep the spaces around them', () => {
    expect(newPassword.parse('  spaces are signs  ')).toBe('  spaces are signs  ')
  })

  it.each([
    'password',
    'PASSWORD',
    'Passw0rd',
    'password2024',
    'qwerty123!',
    '12345678',
    'aaaaaaaaaa',
    'abcdefghij',
    '987654321',
  ])('are not %s', password => {
    expect(isCommonPassword(password)).toBe(true)
  })
  it.each(['galley-demo', 'correct horse battery', 'passwordless-and-proud', 'tr0ub4dor&3'])(
    'may be %s',
    password => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})

it('an address is lower-cased, and the company has its bounds', () => {
  expect(email.parse(' Ada@Bluebird.Example ')).toBe('ada@bluebird.example')
  expect(textsOf(email, '')).toEqual(['Email is required'])
  for (const wrong of ['ada', 'ada@', 'a b@c.de', 'a@b\r\nBcc: c@d.e', `${'a'.repeat(260)}@b.de`])
    expect(textsOf(email, wrong)).toEqual(['Invalid email'])
  expect(textsOf(company, '')).toEqual(['Company Name is required'])
  expect(textsOf(company, 'ab')).toEqual(['Please enter an company name between 3 and 255 characters'])
})

it('a form reports a confirmation that differs even if other fields are wrong', () => {
  const form = { password: 'a fine new one', password_confirmation: 'another one', name: '' }
  const found = signUpForm.safeParse(form).error?.issues ?? []
  expect(found.map(issue => [issue.path.join('.'), issue.message])).toContainEqual([
    'password_confirmation',
    "Passwords doesn't match",
  ])
  expect(found.map(issue => issue.path.join('.')).sort()).toEqual([
    'company',
    'email',
    'last_name',
    'name',
    'password_confirmation',
    'phone_number',
  ])
  const unconfirmed = signUpForm.safeParse({ ...form, password_confirmation: '' }).error?.issues ?? []
  expect(
    unconfirmed.filter(issue => issue.path[0] === 'password_confirmation').map(issue => issue.message),
  ).toEqual(['Password confirmation is required'])
})

it.each([
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['Info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example'],
  ['info@mu\u0308nchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@例え.example', 'info@xn--r8jz45g.example'],
  ['ann@example.com', 'ann@example.com'],
])('the address %s is %s', (typed, stored) => {
  expect(email.safeParse(typed).data).toBe(stored)
})

it.each([
  'müller@example.com',
  'info@münchen',
  'a@b@münchen.example',
  'a@münchen.example/x',
  'a@mün chen.example',
])('%s is no address', typed => {
  expect(email.safeParse(typed).success).toBe(false)
})

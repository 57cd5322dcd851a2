import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { accountRoutes } from './routes.ts'

const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })

const long = (length: number) => 'x'.repeat(length)
const email = 'zoe@example.com'
const token = ['Token is required']
const incomplete = ['This link is not complete']
const password = ['Please enter a password between 8 and 255 characters']

it.each([
  ['/auth/signin', { email, password: long(2001) }, { password }],
  ['/auth/signin', { email: `${long(251)}@x.de`, password: 'a' }, { email: ['Invalid email'] }],
  ['/auth/signin', { email, password: 'a', invitation: 'cut' }, { invitation: incomplete }],
  ['/auth/confirm', {}, { token }],
  ['/auth/confirm', { token: 7 }, { token }],
  ['/auth/confirm', { token: long(301) }, { token: incomplete }],
  ['/password/checktoken', { email }, { token }],
  ['/password/checktoken', { email, token: long(301) }, { token: incomplete }],
  ['/auth/google/callback', {}, { code: ['Code is required'], state: ['State is required'] }],
  [
    '/auth/apple/callback',
    { code: null, state: '' },
    { code: ['Code is required'], state: ['State is required'] },
  ],
  ['/auth/google/callback', { code: long(4001), state: 's' }, { code: ['Code is not valid'] }],
])('%s says what is wrong with each invalid field, once and in words', async (path, body, errors) => {
  expect(await test.send(null, 'POST', path, body)).toMatchObject({
    status: 422,
    code: 'validation_error',
    errors,
  })
})

import { expect, it } from 'vitest'
import { findUnknownVariables } from './config-names.ts'
import { variables } from './config-variables.ts'

const meantBy = (name: string) => findUnknownVariables({ [name]: 'a value' }).map(({ meant }) => meant)

it.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_UR', 'SMTP_URL'],
  ['SMTTP_URL', 'SMTP_URL'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['TOKENKEY', 'TOKEN_KEY'],
])('%s is recognized as %s, misspelt', (name, meant) => {
  expect(meantBy(name)).toEqual([meant])
})

it('A variable with a beginning of ours that nothing reads is named', () => {
  expect(meantBy('FACEBOOK_APP_KEYS')).toEqual([null])
})

it('Variables of other programs and those that Galley reads are left alone', () => {
  const others = [
    'PATH',
    'HOSTNAME',
    'PORTS',
    'HOME',
    'AWS_ACCESS_KEY_ID',
    'NODE_OPTIONS',
    'GOOGLE_CLOUD_PROJECT',
  ]
  for (const name of [...others, ...Object.keys(variables.shape)]) expect(meantBy(name)).toEqual([])
})

it('Where the right name is set as well, another one is no slip', () => {
  expect(findUnknownVariables({ SMTP_URL: 'smtp://one', SMTP_URLS: 'smtp://two' })).toEqual([])
})

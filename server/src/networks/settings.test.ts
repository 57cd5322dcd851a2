import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createConnectors } from './adapters.ts'
import { networkSettings } from './settings.ts'

const settingsOf = (variables: Record<string, string>) =>
  networkSettings(readConfig({ NODE_ENV: 'test', ...variables }))
const scopesOf = (variables: Record<string, string>) =>
  createConnectors(settingsOf(variables)).facebook.scopes.toSorted()

// docs/product/facebook.md "Permissions"
const documented = [
  'pages_manage_engagement',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_show_list',
  'public_profile',
  'read_insights',
]

test('Facebook is asked for the business permission only if the installation wants it', () => {
  expect(scopesOf({})).toEqual(documented)
  expect(scopesOf({ FACEBOOK_BUSINESS_PAGES: 'true' })).toEqual(['business_management', ...documented])
})

test('each of Meta’s logins can have its own configuration', () => {
  expect(settingsOf({}).facebookLoginConfigs).toEqual({})
  const both = { FACEBOOK_LOGIN_CONFIG_ID: '11', INSTAGRAM_LOGIN_CONFIG_ID: '22' }
  expect(settingsOf(both).facebookLoginConfigs).toEqual({ facebook: '11', instagram: '22' })
})

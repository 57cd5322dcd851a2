import { expect, test } from 'vitest'
import { loginOptionsOf } from './facebook-sdk.ts'

const scopes = ['pages_show_list', 'pages_manage_posts']

test('a login requests the permissions by name, including those declined before', () => {
  expect(loginOptionsOf({ scopes, config_id: null })).toEqual({
    scope: 'pages_show_list,pages_manage_posts',
    auth_type: 'rerequest',
    return_scopes: true,
  })
})

test('an app with a configuration id leaves the permissions to the configuration', () => {
  expect(loginOptionsOf({ scopes, config_id: '620184739502716' })).toEqual({
    config_id: '620184739502716',
    return_scopes: true,
  })
})

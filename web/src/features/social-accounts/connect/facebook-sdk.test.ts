import { expect, test } from 'vitest'
import { loginOptionsOf } from './facebook-sdk.ts'

const scopes = ['pages_show_list', 'pages_manage_posts']

test('a login asks for the permissions by name, those that were declined before as well', () => {
  expect(loginOptionsOf({ scopes, config_id: null })).toEqual({
    scope: 'pages_show_list,pages_manage_posts',
    auth_type: 'rerequest',
    return_scopes: true,
  })
})

test('where the app logs people in by a configuration, that alone names the permissions', () => {
  expect(loginOptionsOf({ scopes, config_id: '620184739502716' })).toEqual({
    config_id: '620184739502716',
    return_scopes: true,
  })
})

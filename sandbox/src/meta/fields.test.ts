import { describe, expect, it } from 'vitest'
import { parseFields, pick } from './fields.ts'

const post = {
  id: '1_2',
  message: 'Hello',
  shares: undefined,
  attachments: { data: [{ media_type: 'photo', target: { id: '9', url: 'u' }, url: 'u' }] },
  comments: { data: [{ id: 'c1' }, { id: 'c2' }], summary: { total_count: 2 } },
}

describe('A Graph fields list', () => {
  it.each([
    ['message', { id: '1_2', message: 'Hello' }],
    ['id,attachments{target}', { id: '1_2', attachments: { data: [{ target: { id: '9', url: 'u' } }] } }],
    [
      'attachments{media_type,target{id}}',
      { id: '1_2', attachments: { data: [{ media_type: 'photo', target: { id: '9' } }] } },
    ],
    ['comments.limit(0).summary(true)', { id: '1_2', comments: { data: [], summary: { total_count: 2 } } }],
    ['comments.limit(1){id}', { id: '1_2', comments: { data: [{ id: 'c1' }] } }],
    ['shares,nonsense', { id: '1_2' }],
  ])('of %s gives just that and the id', (fields, expected) => {
    expect(pick(post, parseFields(fields))).toEqual(expected)
  })
})

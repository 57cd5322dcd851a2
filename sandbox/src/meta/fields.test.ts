import { describe, expect, it } from 'vitest'
import { parseFields, pick, readFields } from './fields.ts'

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
    ['shares', { id: '1_2' }],
  ])('of %s returns only those fields and the id', (fields, expected) => {
    expect(pick(post, parseFields(fields))).toEqual(expected)
  })

  it.each([
    ['nonsense', 'PagePost', 'nonsense', 'PagePost'],
    ['id,attachments{target{id,title}}', 'PagePost', 'title', 'StoryAttachmentTarget'],
    ['comments.limit(0).summary(true){text}', 'PagePost', 'text', 'Comment'],
    ['picture.type(large){path}', 'Page', 'path', 'ProfilePicture'],
    ['business_discovery.username(a){caption}', 'IGUser', 'caption', 'IGUser'],
    ['__proto__', 'Photo', '__proto__', 'Photo'],
  ] as const)('of %s is refused for a node of the type %s', (fields, type, field, inside) => {
    expect(() => readFields(fields, type)).toThrow(
      `(#100) Tried accessing nonexisting field (${field}) on node type (${inside})`,
    )
  })

  it('may include a real field for which the sandbox has no value', () => {
    expect(pick(post, readFields('story,message', 'PagePost'))).toEqual({ id: '1_2', message: 'Hello' })
  })
})

import { describe, expect, it } from 'vitest'
import { readPresence } from './presence-message.ts'

const read = (value: unknown) => readPresence(JSON.stringify(value))
const writing = { field: 'note', social_network: 'linkedin' }

describe('A message about who is here', () => {
  it('is read as it was sent', () => {
    const message = { post_id: 10, viewers: [{ user_id: 1, is_client: true, writing }] }
    expect(read(message)).toEqual(message)
  })

  it('is left out where it says nothing that can be shown', () => {
    for (const wrong of [1, [], {}, { post_id: 10 }, { post_id: '10', viewers: [] }])
      expect(read(wrong)).toBeNull()
    expect(readPresence('no JSON')).toBeNull()
    expect(read({ post_id: 10, viewers: [null, 1, {}, { user_id: 'Ada' }] })).toEqual({
      post_id: 10,
      viewers: [],
    })
  })

  it('may ask the page to say again that it is open', () => {
    expect(read(null)).toBe('ask')
  })

  it('of a newer server keeps what is known', () => {
    const viewer = (sent: unknown) => {
      const message = read({ post_id: 10, viewers: [{ user_id: 1, is_client: false, writing: sent }] })
      return message !== 'ask' && message?.viewers[0]?.writing
    }
    expect(viewer({ field: 'poll', social_network: 'facebook' })).toEqual({
      field: 'other',
      social_network: 'facebook',
    })
    expect(viewer({ field: 'message', social_network: 'myspace' })).toBeNull()
    expect(viewer('message')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { messageLength, messageProblem } from './counting.ts'
import { publicComment, publicMessage } from './public-text.ts'

const page = { id: '7410268', mention: '@northwindout', name: 'Northwind Outdoors' }
const mentions = [page]

describe('What the public reads of a message', () => {
  it('names a mentioned page on the networks that link pages', () => {
    const written = { message: 'With @northwindout.', mentions, link: null }
    const shown = { text: 'With Northwind Outdoors.', names: ['Northwind Outdoors'] }
    expect(publicMessage('facebook', written)).toEqual(shown)
    expect(publicMessage('linkedin', written)).toEqual(shown)
    expect(publicMessage('instagram', written).text).toBe('With @northwindout.')
  })

  it('keeps a mention that is no page as it was typed', () => {
    const someone = { ...page, id: 'someone' }
    const written = { message: 'With @northwindout.', mentions: [someone], link: null }
    expect(publicMessage('facebook', written)).toEqual({ text: 'With @northwindout.', names: [] })
  })

  it('ends with the address of a link post on Twitter only', () => {
    const written = { message: 'Read', mentions: [], link: 'https://a.example/1' }
    expect(publicMessage('twitter', written).text).toBe('Read\nhttps://a.example/1')
    expect(publicMessage('facebook', written).text).toBe('Read')
    expect(publicMessage('twitter', { ...written, link: '' }).text).toBe('Read')
  })

  it('names pages in a comment only where the network links them there', () => {
    expect(publicComment('facebook', 'By @northwindout', mentions).text).toBe('By Northwind Outdoors')
    expect(publicComment('linkedin', 'By @northwindout', mentions).text).toBe('By @northwindout')
  })
})

describe('The length of a tweet', () => {
  it('has the address that is appended to it', () => {
    const link = `https://example.com/${'b'.repeat(90)}`
    // A line break and an address of 23.
    expect(messageLength('twitter', 'a'.repeat(256), [], link)).toBe(280)
    expect(messageProblem('twitter', 'a'.repeat(256), [], link)).toBe(null)
    expect(messageProblem('twitter', 'a'.repeat(257), [], link)).not.toBe(null)
    expect(messageLength('twitter', `See ${link}`, [], link)).toBe(27)
  })

  it('has the usernames of those who are mentioned', () => {
    const named = [{ id: '1', mention: '@ann', username: 'ann_lee' }]
    expect(messageLength('twitter', 'By @ann', named)).toBe('By @ann_lee'.length)
  })
})

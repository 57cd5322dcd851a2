import { describe, expect, it } from 'vitest'
import { comparable, tweetText } from './text.ts'

const link = { url: 'https://example.com/a', title: '', description: '', picture: null }

describe('The text of a tweet', () => {
  it('ends with the link unless it contains the link', () => {
    expect(tweetText({ message: 'Read', link })).toBe('Read\nhttps://example.com/a')
    expect(tweetText({ message: `See ${link.url} now`, link })).toBe(`See ${link.url} now`)
    expect(tweetText({ message: `(${link.url}), see`, link })).toBe(`(${link.url}), see`)
    expect(tweetText({ message: `See:${link.url}.`, link })).toBe(`See:${link.url}.`)
    const other = 'Not https://example.com/about'
    expect(tweetText({ message: other, link })).toBe(`${other}\n${link.url}`)
    expect(tweetText({ message: '', link })).toBe(link.url)
    expect(tweetText({ message: 'No link', link: null })).toBe('No link')
  })

  it('mentions people by their username', () => {
    const mentions = [{ id: '1', mention: '@Northwind', username: 'northwindout' }]
    const message = 'With @Northwind. Not @Northwinders'
    expect(tweetText({ message, link: null, mentions })).toBe('With @northwindout. Not @Northwinders')
    const plain = [{ id: '1', mention: '@northwindout', username: 'northwindout' }]
    expect(tweetText({ message: 'Hi @northwindout', link: null, mentions: plain })).toBe('Hi @northwindout')
  })

  it('is recognized with shortened links, escaped characters and the photo’s link', () => {
    const sent = 'Tea & cake < 3 €: example.com/menu and https://example.com/a'
    const given = 'Tea &amp; cake &lt; 3 €: https://t.co/1 and https://t.co/2 https://t.co/3'
    const urls = [
      { url: 'https://t.co/1', expanded_url: 'http://example.com/menu' },
      { url: 'https://t.co/2', expanded_url: 'https://example.com/a' },
      { url: 'https://t.co/3', expanded_url: 'https://x.com/a/status/1/photo/1', media_key: '3_1' },
    ]
    expect(comparable(given, urls)).toBe(comparable(sent))
  })

  it('is not mistaken for a different one', () => {
    expect(comparable('Tea')).not.toBe(comparable('Tea!'))
    expect(
      comparable('https://t.co/1', [{ url: 'https://t.co/1', expanded_url: 'https://a.example' }]),
    ).not.toBe(comparable('https://b.example'))
  })
})

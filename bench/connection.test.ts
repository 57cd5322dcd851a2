import { describe, expect, it } from 'vitest'
import { answerCounter, wireOf } from './connection.ts'

/** What `take` says of this text, given in pieces of this many bytes. */
const statuses = (text: string, size: number): (number | null)[] => {
  const counter = answerCounter()
  const bytes = Buffer.from(text)
  const found: (number | null)[] = []
  for (let at = 0; at < bytes.length; at += size) found.push(counter.take(bytes.subarray(at, at + size)))
  return found
}

const answers = {
  'an answer with its length': 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world',
  'an answer in chunks':
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n0\r\n\r\nworld567890\r\n0\r\n\r\n',
  'an empty answer': 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n',
}

describe('A connection that only counts', () => {
  it.each(Object.entries(answers))('sees the end of %s, however it is cut', (_name, text) => {
    for (const size of [1, 2, 3, 7, 20, text.length]) {
      const found = statuses(text, size)
      expect(found.at(-1)).toBe(Number(text.slice(9, 12)))
      expect(found.slice(0, -1).filter(status => status !== null)).toEqual([])
    }
  })

  it('counts one answer after the other', () => {
    const counter = answerCounter()
    const all = Object.values(answers).map(text => counter.take(Buffer.from(text)))
    expect(all).toEqual([200, 200, 304])
  })

  it('writes a request with its headers and the length of its body', () => {
    const wire = wireOf({ url: 'http://127.0.0.1:1/a?b=c', method: 'POST', headers: { x: 'y' }, body: 'é' })
    expect(wire.toString()).toBe(
      'POST /a?b=c HTTP/1.1\r\nhost: 127.0.0.1:1\r\nx: y\r\ncontent-length: 2\r\n\r\né',
    )
  })
})

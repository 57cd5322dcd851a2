import { connect, type Socket } from 'node:net'

/** One call, as often as it is measured. */
export type Call = {
  readonly url: string
  readonly headers?: Record<string, string>
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly body?: string
}

/** The request as it goes over the wire: written once and sent again and again. */
export const wireOf = ({ url, headers = {}, method = 'GET', body = '' }: Call): Buffer => {
  const { host, pathname, search } = new URL(url)
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${pathname}${search} HTTP/1.1`, ...fields, '', body].join('\r\n'))
}

const END_OF_HEAD = '\r\n\r\n'

/**
 * Counts an answer as it arrives and says when it is whole, without keeping or copying its bytes. Answers come one after the other, so
 * nothing follows the end.
 */
export const answerCounter = () => {
  let head: Buffer = Buffer.alloc(0)
  let status = 0
  /** Bytes until the answer is whole, or null: in chunks. */
  let missing: number | null = 0
  let chunks = chunkCounter()
  const readHead = (data: Buffer): Buffer | null => {
    head = head.length === 0 ? data : Buffer.concat([head, data])
    const end = head.indexOf(END_OF_HEAD)
    if (end < 0) return null
    const text = head.toString('latin1', 0, end)
    status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
    const isEmpty = status === 304 || status === 204
    missing = isEmpty ? 0 : length === undefined ? null : Number(length)
    chunks = chunkCounter()
    const rest = head.subarray(end + END_OF_HEAD.length)
    head = Buffer.alloc(0)
    return rest
  }
  return {
    /** @returns the status when the answer is whole, otherwise null */
    take: (data: Buffer): number | null => {
      const body = status === 0 ? readHead(data) : data
      if (!body) return null
      if (missing !== null) missing -= body.length
      const isWhole = missing === null ? chunks(body) : missing <= 0
      if (!isWhole) return null
      const done = status
      status = 0
      return done
    },
  }
}

/** For a body in chunks: each is its length in hexadecimal, its bytes and a line's end; one of length 0 is the last. */
const chunkCounter = () => {
  let line = ''
  /** Bytes of the present chunk that are still to come, with its line's end; 0: its length is being read. */
  let left = 0
  let isLast = false
  return (data: Buffer): boolean => {
    for (let at = 0; at < data.length; ) {
      if (left > 0) {
        const step = Math.min(left, data.length - at)
        left -= step
        at += step
        if (left === 0 && isLast) return true
        continue
      }
      const end = data.indexOf(10, at)
      line += data.toString('latin1', at, end < 0 ? undefined : end)
      if (end < 0) return false
      left = Number.parseInt(line, 16) + 2
      isLast = left === 2
      line = ''
      at = end + 1
    }
    return false
  }
}

/** A connection over which a call can be made again and again, one at a time. */
export type Connection = { call(wire: Buffer): Promise<number>; close(): void }

/** Opens a connection to the address of the call; a call's promise is its status. */
export const openConnection = async (url: string): Promise<Connection> => {
  const { hostname, port } = new URL(url)
  const socket = await connected(hostname, Number(port || 80))
  const counter = answerCounter()
  let waiting: PromiseWithResolvers<number> | null = null
  const settle = (work: (one: PromiseWithResolvers<number>) => void) => {
    const one = waiting
    waiting = null
    if (one) work(one)
  }
  socket.on('data', (data: Buffer) => {
    const status = counter.take(data)
    if (status !== null) settle(one => one.resolve(status))
  })
  const fail = () => settle(one => one.reject(new Error(`the connection to ${url} was closed`)))
  socket.on('error', fail)
  socket.on('close', fail)
  return {
    call: wire => {
      waiting = Promise.withResolvers()
      socket.write(wire)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

const connected = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket))
    socket.once('error', reject)
    socket.setNoDelay(true)
  })

import { createHash } from 'node:crypto'
import { PassThrough, pipeline as pipe, type Readable, Transform } from 'node:stream'

/** What a stream has carried, once it has ended. */
export type Measure = { readonly sha256: string; readonly bytes: number }

/** Measures what passes. `measure` is to be asked at the end. */
export const measuring = (): { readonly through: Transform; readonly measure: () => Measure } => {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  let found: Measure | null = null
  const measure = () => {
    found ??= { sha256: hash.digest('hex'), bytes }
    return found
  }
  return { through, measure }
}

/** The stream through these steps. An error of any of them ends all, and is the last one's. */
export const through = (source: Readable, ...steps: readonly NodeJS.ReadWriteStream[]): Readable => {
  const end = new PassThrough()
  pipe([source, ...steps, end], () => undefined)
  return end
}

/** Reads to the end. */
export const measureAll = async (content: Readable): Promise<Measure> => {
  const { through: tap, measure } = measuring()
  for await (const _ of through(content, tap)) {
    // Only measured.
  }
  return measure()
}

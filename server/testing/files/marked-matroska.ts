import { BufferSource, BufferTarget, Conversion, Input, MkvOutputFormat, MP4, Output } from 'mediabunny'
import { mediaFile } from '#sandbox/testing/start.ts'

/** Elements by their ids, as they stand in the file. */
const [EBML, SEGMENT, INFORMATION, TRACKS, TRACK, CLUSTER] = [
  '1a45dfa3',
  '18538067',
  '1549a966',
  '1654ae6b',
  'ae',
  '1f43b675',
]
/** Places in the file, which are wrong once something is put in front of them. */
const indexes = ['114d9b74', '1c53bb6b']

type Element = { readonly id: string; readonly content: Buffer; readonly whole: Buffer }

const lengthAt = (bytes: Buffer, at: number): number => Math.clz32(bytes.readUInt8(at)) - 23

const elementsOf = (bytes: Buffer): Element[] => {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const idBytes = lengthAt(bytes, at)
    const sizeBytes = lengthAt(bytes, at + idBytes)
    const start = at + idBytes + sizeBytes
    const digits = Number.parseInt(bytes.toString('hex', at + idBytes, start), 16) - 2 ** (7 * sizeBytes)
    const content = bytes.subarray(start, start + digits)
    found.push({
      id: bytes.toString('hex', at, at + idBytes),
      content,
      whole: bytes.subarray(at, start + digits),
    })
    at = start + digits
  }
  return found
}

const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeUIntBE(all.length, 2, 6)
  size.writeUInt8(1)
  return Buffer.concat([Buffer.from(id, 'hex'), size, all])
}

const remuxed = async (): Promise<Buffer> => {
  const input = new Input({ formats: [MP4], source: new BufferSource(mediaFile('landscape.mp4')) })
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new MkvOutputFormat(), target }),
  })
  await conversion.execute()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A film with marks in titles, names, dates, tags, attachments, chapters, places, and what makers add. */
export const markedMatroska = async (kind: 'matroska' | 'webm', marked: Buffer): Promise<Buffer> => {
  const text = (id: string) => element(id, marked)
  const tag = (name: string) => element('67c8', element('45a3', Buffer.from(name)), text('4487'))
  const tags = element(
    '1254c367',
    element('7373', tag('LOCATION'), tag('com.apple.quicktime.location.ISO6709')),
  )
  const attached = element('61a7', text('467e'), text('466e'), text('4660'), text('465c'))
  const chapter = element('1043a770', element('45b9', element('b6', element('80', text('85')))))
  const foreign = Buffer.concat([text('ec'), text('bf'), text('1abcdef7')])
  const added: Readonly<Record<string, Buffer>> = {
    [EBML]: Buffer.concat([element('4281', text('4283')), foreign]),
    [SEGMENT]: Buffer.concat([foreign, tags, element('1941a469', attached), chapter, text('ec')]),
    [INFORMATION]: Buffer.concat([...['7ba9', '7384', '3c83ab', '4444', '4d80', '5741'].map(text), foreign]),
    [TRACKS]: foreign,
    [TRACK]: Buffer.concat([
      ...['536e', '258688', '3a9697', '26b240'].map(text),
      element('41e4', text('41ed')),
      foreign,
    ]),
    [CLUSTER]: foreign,
  }
  const withMarks = (bytes: Buffer): Buffer =>
    Buffer.concat(
      elementsOf(bytes).map(({ id, content, whole }) => {
        if (indexes.includes(id)) return element('ec', content)
        const more = added[id]
        return more ? element(id, withMarks(content), more) : whole
      }),
    )
  const whole = Buffer.concat([withMarks(await remuxed()), marked, Buffer.alloc(4), marked])
  whole.write(kind.padEnd('matroska'.length, '\0'), whole.indexOf('matroska'))
  return whole
}

import { gunzipSync } from 'node:zlib'

/**
 * Still pictures as HEVC in Annex B, made once with ffmpeg and x265, because nothing in this project encodes HEVC. `sunset`: 1280x960 with a
 * red square in its upper left corner and a light circle on the right. `huge`: 16000x12000, all black, compressed to a few bytes.
 */
const stills = {
  sunset: () => Buffer.from(sunset, 'base64'),
  huge: () => gunzipSync(Buffer.from(hugeCompressed, 'base64')),
}

type Options = {
  readonly still?: keyof typeof stills
  /** The size that the container states, whatever the picture inside is. */
  readonly width?: number
  readonly height?: number
  /** How the picture is turned to be shown, in steps of 90 degrees against the clock: a phone held upright writes 3. */
  readonly turns?: number
  /** An ICC profile, as iPhones write for Display P3. */
  readonly icc?: Buffer
  /** EXIF data, with the place where the photo was taken. */
  readonly exif?: Buffer
}

/** A photo in the container that phones write: HEIF with one HEVC picture, its rotation, its colour profile and its EXIF data. */
export const heicFile = (options: Options = {}): Buffer => {
  const { still = 'sunset', width = 1280, height = 960, turns = 0, icc, exif } = options
  const units = splitUnits(stills[still]())
  const picture = Buffer.concat(units.filter(unit => typeOf(unit) < 32).map(withLength))
  const items = [picture, ...(exif ? [Buffer.concat([u32(6), Buffer.from('Exif\0\0'), exif])] : [])]
  const properties = [
    configuration(units),
    fullBox('ispe', u32(width), u32(height)),
    ...(icc ? [box('colr', Buffer.from('prof'), icc)] : []),
    ...(turns > 0 ? [box('irot', u8(turns))] : []),
  ]
  const header = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  // Offsets have a fixed width, so the first pass tells how long the real one is.
  const length = header.length + describe(items, properties, 0).length
  return Buffer.concat([header, describe(items, properties, length + 8), box('mdat', ...items)])
}

const describe = (items: readonly Buffer[], properties: readonly Buffer[], start: number): Buffer =>
  fullBox(
    'meta',
    fullBox('hdlr', u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
    fullBox('pitm', u16(1)),
    fullBox('iloc', u8(0x44, 0), u16(items.length), ...locations(items, start)),
    fullBox('iinf', u16(items.length), ...items.map((_, index) => itemInfo(index))),
    ...(items.length > 1 ? [fullBox('iref', box('cdsc', u16(2, 1, 1)))] : []),
    box(
      'iprp',
      box('ipco', ...properties),
      fullBox(
        'ipma',
        u32(1),
        u16(1),
        u8(properties.length),
        u8(...properties.map((_, index) => 0x81 + index)),
      ),
    ),
  )

const locations = (items: readonly Buffer[], start: number): Buffer[] => {
  let at = start
  return items.map(({ length }, index) => {
    const location = Buffer.concat([u16(index + 1, 0, 1), u32(at, length)])
    at += length
    return location
  })
}

const itemInfo = (index: number): Buffer =>
  box('infe', u8(2, 0, 0, 0), u16(index + 1, 0), Buffer.from(index === 0 ? 'hvc1' : 'Exif'), u8(0))

/** `hvcC`: profile and level, copied from the sequence's parameters, and the parameter sets. */
const configuration = (units: readonly Buffer[]): Buffer => {
  const sets = [32, 33, 34].map(type => units.filter(unit => typeOf(unit) === type))
  const [sequence = Buffer.alloc(0)] = sets[1] ?? []
  const profile = withoutEmulation(sequence).subarray(3, 15)
  const arrays = sets.map((list, index) =>
    Buffer.concat([u8(0xa0 + index), u16(list.length), ...list.flatMap(unit => [u16(unit.length), unit])]),
  )
  const rest = u8(0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, arrays.length)
  return box('hvcC', u8(1), profile, rest, ...arrays)
}

const splitUnits = (stream: Buffer): Buffer[] =>
  stream
    .toString('latin1')
    .split('\0\0\x01')
    .map(text => text.replace(/\0+$/, ''))
    .filter(text => text !== '')
    .map(text => Buffer.from(text, 'latin1'))

const typeOf = (unit: Buffer): number => (unit.readUInt8(0) >> 1) & 0x3f
const withLength = (unit: Buffer): Buffer => Buffer.concat([u32(unit.length), unit])
const withoutEmulation = (unit: Buffer): Buffer =>
  Buffer.from(unit.toString('latin1').replaceAll('\0\0\x03', '\0\0'), 'latin1')

const u8 = (...values: number[]): Buffer => Buffer.from(values)
const u16 = (...values: number[]): Buffer => u8(...values.flatMap(value => [value >> 8, value & 0xff]))
const u32 = (...values: number[]): Buffer => u16(...values.flatMap(value => [value >>> 16, value & 0xffff]))
const box = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(name), content])
}
const fullBox = (name: string, ...parts: readonly Buffer[]): Buffer => box(name, u32(0), ...parts)

const sunset = [
  'AAAAAUABDAH//wFgAAADAJAAAAMAAAMAeJmKAkAAAAABQgEBAWAAAAMAkAAAAwAAAwB4oAKAgDwWWZipJG2vAW4CGgwIAAADAAgA',
  'AAMAyEAAAAABRAHBcrZiQAAAASgBrwlHiDYjdYppaoJjHx4eIR0dgPmwrv/m031WH8AJAGWe1JUsfI96PjMM8vv9cx05WyV6/4aa',
  'QGWEUAAAAwAAAwAAAwAAAwAACCimUa2AnLBHXoBvjR4h/bqKeIAAAAMAAAMAAAMAAAMAAAMAAo6TbKlfIuBYukn91zyNlTwFhvM+',
  'Y8qAAAADAAADAAADABPCpHZzIsxPp+4JTyGcbztvXjAaoS+Rv4S5XGftoX797FhbeXW8eNKLqP+pOhoUTidoPOLXZ6AunxpaOyiM',
  'JhrIF0hZDHWD4oUOkWmpkt4OC9iAACrgpEHKtx50Cn8wOLUgAAADAAADAAADAAADAPebY1yt1/p+2M8r3l7z6PWH9ty10iSpQIDz',
  '5idGixv+FVR2Roj2v3gIIGXGk4WqPwRUx4sYCFMgT1PlIZwBNLvyn+fvimH7cY34RFgrzk3GaFchKAuZdGP5uIWWdDyrUBzK/FT6',
  'UVU3O6qsv87gAADmgCczpRuMldB4U/SAAAADAAADAAADAAAaq7u/obm5TwC99mNXoQvtWWWIjORFh4ZdD3k9LzDaxvuI8xZM1HAA',
  '3KXQ3//3cKvgkCO+aWJdyOJNdHWccA6Nq47TK9u5yytUyPiER5dRDXPOAe0th68c0zadVU/AAAADAAADAAADAAawn/9WzxNwRfhF',
  'Idry9mEkAj1XC/DyLHRCYdt6ODbXM1/owAAUwUVC1f9FKA6qdOilOAyoVUf+/fgYGXTXxDX6zyoQ2OfZgTc09upWKwlvyUetAAAy',
  'YDNIOCf68GnNEYKAAAADAAADAAADAAAT5Owy0SG0UXBBeC+5xpjDe9u+DYh2AkuDYJNykEkQ3WJqtayi9dgcqHNRsXv+Fp/Fsfmu',
  'gV+8KhRy3naaNLBebTQT5B1b5G6UhD1G8hv9zgFvfHXLhZNLlFhEK2ZI82wCSCfWHLYgd8IAAIuAKmmWYnIH9tAEBznuAAADAAAD',
  'AAADAABzSoVmOAoqOVFzoo1VOMu6t7qxo2dzFSVpDoHgwpIehacrZmwjf2HY7Fv98xZN1aSuka2avSD09KKU181iBhQAXUzyMcN4',
  'DWJsAAANeD4JuUIqWzxOrAAAAwAAAwAAAwAAAwAAAwAAAwAAAwHVQn/Du4D1RANwgAAAAwAAAwAAAwAAAwAAAwAAAwBxwEPjzV+J',
  'bQ8+pgAAAwAAAwAAAwAAAwAAAwAAAwAAC2hFzOkO7RtB+xvqeOpgAAADAAADAAADAAADAAADAAADAAdsQYY+Jhu5HTXgAAADAAAD',
  'AAADAAADAAADAAADAAYcR/CQEx1BV38IAAADAAADAAADAAADAAADAAADAAF1TNtfHWHcIwh4AAADAAADAAADAAADAAADAAADAAaE',
].join('')

const hugeCompressed = [
  'H4sICFIaA2sCA2h1Z2UuaGV2YwDt1bFLFVAUB+B7LdGwtcG2Jt2aGpVHuBUS6NLwRIJHIrQIDg7CW5wrNNrEVWoQdBCnh5ODi6tR',
  'Cg2trU7P98LF/gDB3/sOPw6Xe7jDt5xbSqmN+rh2u3WxlAflU7/10v2y9aj0Zi9r/W+wU9aHytjh21Zr9vXzujTav/zXThr9BzO1',
  's7L3rnesk/X7eGNh9M/vy8tft+vnPan2/vurhc7Zjxt6ah7OhwN7We6EA+u3cODndjRw+CCa9/RNNG96MZrXbETz1rI/h43szbmZ',
  'zdvO5u1m846yecfZvPNs3kU272827yqaV4ejdU+idc+idRPRuhfRuqlo3ato3Vy0rhmta0XrPkTrVunurW49WrdBR0d357qPdHR0',
  'dHR0A6DbjNZ9paOjo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Oj',
  'o6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6Ojo6OjGwjdyOk1ZfBSkdyjAAA=',
].join('')

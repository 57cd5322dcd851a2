import { expect, it } from 'vitest'
import { labelIn } from './digital-source-type.ts'

/** A text as CBOR has it: its length in one or two bytes, then its letters. */
const cbor = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from(text.length < 24 ? [0x60 + text.length] : [0x78, text.length]),
    Buffer.from(text, 'latin1'),
  ])

/** Actions of a C2PA manifest that name these types, as a camera or a generator writes them. */
const manifest = (...types: string[]): Buffer =>
  Buffer.concat(
    types.flatMap(type => [
      cbor('digitalSourceType'),
      cbor(`http://cv.iptc.org/newscodes/digitalsourcetype/${type}`),
      cbor('softwareAgent'),
      cbor('Maker'),
    ]),
  )

it.each([
  ['trainedAlgorithmicMedia', ['trainedAlgorithmicMedia']],
  ['compositeWithTrainedAlgorithmicMedia', ['compositeWithTrainedAlgorithmicMedia']],
  ['compositeSynthetic', ['composite', 'compositeSynthetic']],
  ['trainedAlgorithmicMedia', ['empty', 'digitalCapture', 'trainedAlgorithmicMedia']],
  ['algorithmicMedia', ['digitalCapture', 'algorithmicMedia', 'humanEdits']],
  ['composite', ['composite']],
  ['digitalCapture', ['digitalCapture']],
  [null, ['empty']],
])('The label %s is found among %j in C2PA', (label, types) => {
  expect(labelIn(manifest(...types))).toBe(label)
})

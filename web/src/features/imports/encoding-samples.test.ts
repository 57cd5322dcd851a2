import { expect, test } from 'vitest'
import { sampleOf } from './encoding-samples.ts'

const latin = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

test('A sample shows the words that an encoding decides about, as it reads them', () => {
  const bytes = latin(
    'Message;Networks\nSch\xf6ne Gr\xfc\xdfe aus K\xf6ln und anderswo;facebook\nSp\xe4ter\n',
  )
  expect(sampleOf(bytes, 'Windows-1252')).toBe('Schöne Grüße Köln')
  expect(sampleOf(bytes, 'Windows-1251')).toBe('Schцne GrьЯe Kцln')
})

test('A word of two-byte letters is read whole', () => {
  expect(sampleOf(latin('Message\n\x83\x65\x83\x58\x83\x67\n'), 'Shift_JIS')).toBe('テスト')
})

test('A text that is the same in all encodings has no sample', () => {
  expect(sampleOf(latin('Message\nHello\n'), 'Windows-1252')).toBe('')
})

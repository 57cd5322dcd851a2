import { expect, it } from 'vitest'
import { encodingNames, guessEncoding, type TableEncoding, tableEncodings } from './encodings.ts'

const bytesOf = (text: string, encoding: TableEncoding): Uint8Array => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const letters = [...new TextDecoder(encoding).decode(bytes)]
  return Uint8Array.from([...text], letter => letters.indexOf(letter))
}

it.each<[TableEncoding, string]>([
  ['Windows-1252', 'Message;Networks\nGrüße aus Köln, schöne Tage;facebook\n'],
  ['Windows-1252', 'Message\nÀ bientôt: «crème brûlée», l’été à 5 €\n'],
  ['Windows-1252', 'Message\n“Mañana” – ¿qué tal? ¡Olé!\n'],
  ['Windows-1252', 'Message\nFÜR ALLE – GRÖSSE „L“\n'],
  ['Macintosh', 'Message;Networks\nGrüße aus Köln, schöne Tage;facebook\n'],
  ['Macintosh', 'Message\nÀ bientôt: «crème brûlée», l’été\n'],
  ['Macintosh', 'Message\n“Mañana” – ¿qué tal? Café\n'],
  ['Windows-1251', 'Message;Networks\nДобрый день, друзья!;facebook\n'],
  ['Windows-1251', 'Message\nСкидки — «только сегодня»\n'],
])('guesses %s of %s', (encoding, text) => {
  const bytes = bytesOf(text, encoding)
  expect(guessEncoding(one => new TextDecoder(one).decode(bytes))).toBe(encoding)
})

it('takes the most frequent encoding where nothing tells them apart', () => {
  expect(guessEncoding(() => 'plain')).toBe('Windows-1252')
})

it.each(tableEncodings)('%s can be decoded and has a name', encoding => {
  expect(new TextDecoder(encoding).encoding).toBeTruthy()
  expect(encodingNames[encoding]).toBeTruthy()
})

import { decodeEntities } from './html-entities.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const byteOf = new Map([...new TextDecoder('windows-1252').decode(bytes)].map((sign, byte) => [sign, byte]))

/** `CafÃ©` for `Café`: UTF-8 that was taken for windows-1252 and encoded again. Anything else is not valid UTF-8 when it is taken back. */
const withoutSecondUtf8 = (text: string): string => {
  const taken = [...text].map(sign => byteOf.get(sign))
  if (!/[^\0-\x7F]/.test(text) || taken.includes(undefined)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(taken, byte => byte ?? 0))
  } catch (error) {
    if (error instanceof TypeError) return text
    throw error
  }
}

/** What is left of `Tom &amp;amp; Jerry` once it is decoded; a page about `<b>` keeps what it writes of it. */
const entity =
  /&(?:amp|quot|apos|nbsp|[a-z]+(?:acute|grave|circ|uml|tilde|cedil|slash)|szlig|[lr][sd]quo|[nm]dash|hellip|#\d{2,6}|#x[\da-f]{2,5});/gi

const withoutSecondEntities = (text: string): string =>
  text.includes('&') && !text.replaceAll(entity, '').includes('&') ? decodeEntities(text) : text

/** A page's title or description as it was meant, where it is plain that the page has encoded it twice. */
export const decodedOnce = (text: string): string => withoutSecondEntities(withoutSecondUtf8(text))

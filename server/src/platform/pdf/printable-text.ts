/** Signs without a shape of their own. */
const neverPrinted = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector}/u
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u
/** Every font has these. */
const plain = /^[\n\x20-\x7e]*$/
const MISSING = '…'

/**
 * A text in signs that the font has, so that none is printed as a box: letters that only look bold or italic become plain ones, emoji are
 * left out, and other writing becomes `…` (docs/product/reports.md "As a PDF"). `onLost` is called with what a reader misses.
 */
export const printableText = (
  text: string,
  { has, onLost }: { readonly has: (codePoint: number) => boolean; readonly onLost: () => void },
): string => {
  const isPrintable = (signs: string): boolean =>
    [...signs].every(sign => sign === '\n' || has(sign.codePointAt(0) ?? 0))
  if (plain.test(text)) return tidy(text)
  const printed: string[] = []
  for (const sign of text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').normalize('NFC')) {
    if (neverPrinted.test(sign)) continue
    if (isPrintable(sign)) printed.push(sign)
    else if (isPrintable(sign.normalize('NFKC'))) printed.push(sign.normalize('NFKC'))
    else {
      onLost()
      if (!pictograph.test(sign) && printed.at(-1) !== MISSING) printed.push(MISSING)
    }
  }
  return tidy(printed.join(''))
}

/** Words of other writing in a row are one `…`, whatever stands between them. */
const tidy = (text: string): string =>
  text
    .replace(/ {2,}/g, ' ')
    .replace(/…(?:[ \p{P}]*…)+/gu, MISSING)
    .replace(/ +$/gm, '')

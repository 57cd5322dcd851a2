/** The beginning of a pattern for addresses; how often its last part is repeated follows. Chinese and Japanese put no space behind an address. */
export const addressStart = String.raw`https?://[^\s<>"。、，；：！？（）「」『』【】《》]`

/** A closing bracket without an opening one in the address belongs to the sentence, as what follows it does. */
export const withoutSentence = (address: string): string => {
  let end = address.length
  // How many more opening than closing brackets of each kind there are, counted once for all that are taken off the end.
  const surplus: Record<string, number> = {}
  for (;;) {
    while (end > 0 && sentenceEnd.includes(address.charAt(end - 1))) end -= 1
    const closing = address.charAt(end - 1)
    const opening = openingOf[closing]
    if (opening === undefined) return address.slice(0, end)
    const open = surplus[closing] ?? address.split(opening).length - address.split(closing).length
    if (open >= 0) return address.slice(0, end)
    surplus[closing] = open + 1
    end -= 1
  }
}

const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

const sentenceEnd = ".,;:!?'’”"

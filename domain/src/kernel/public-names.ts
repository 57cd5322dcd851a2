/** Characters that look like these to people, and some of them to mail programs, which make links of them. NFKC knows other widths only. */
const lookAlikes = {
  '.': /[\u3002\u0701\u0702\ua4f8\u{10a50}]/gu,
  '/': /[\u2044\u2215\u2571\u27cb\u29f8]/gu,
  ':': /[\u02d0\u02f8\u0589\u05c3\u2236\ua789]/gu,
}

/** As a mail program reads it: other widths are the usual ones, and what is invisible is not there. */
const asRead = (name: string): string =>
  Object.entries(lookAlikes)
    .reduce((text, [sign, likes]) => text.replace(likes, sign), name.normalize('NFKC'))
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')

/** `https://`, `www.`, `ada@example`, `example.com`, `10.0.0.1`: what mail programs make links of. Initials, `No.1` and `1.99` are none. */
const addresses = [
  /:\/\//,
  /\bwww\.\S/i,
  /[^\s@]@[^\s@]/,
  /[\p{L}\p{N}][\p{M}]*\.\p{L}{2}/u,
  /\d+(?:\.\d+){3}/,
]

/** As long as a phone or account number, by whatever signs it is grouped. A date and two years are shorter. */
const longNumbers = [/\p{Nd}{7}/u, /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){8}/u]

/** The same below every field. */
export const publicNameText = 'Please leave out web and email addresses, phone numbers and other long numbers'

/**
 * Why a name may not be given to a person, project or agency, or null: strangers read it in the subjects of mails, where it must not be an
 * advertisement (decision 105).
 */
export const publicNameProblem = (name: string): string | null => {
  const read = asRead(name)
  return [...addresses, ...longNumbers].some(pattern => pattern.test(read)) ? publicNameText : null
}

/**
 * A text that consists of names and our own words, for a mail: what is older than the rule, or was written by somebody else's program, can
 * neither be pressed nor dialled. Other texts stay as they are.
 */
export const harmlessNames = (text: string): string => {
  if (publicNameProblem(text) === null) return text
  return asRead(text)
    .replace(/\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){6,}/gu, '…')
    .replace(/(?:[a-z][a-z0-9+.-]*)?:\/\/+/gi, ' ')
    .replace(/@/g, ' at ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ +/g, ' ')
    .trim()
}

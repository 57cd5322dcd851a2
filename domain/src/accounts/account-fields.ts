import { asLookedUp } from '#domain/kernel/lookup-name.ts'

/** Names and companies (docs/product/accounts.md "Fields"). */
export const TEXT_MIN = 3
export const TEXT_MAX = 255
/** Passwords, in characters as people count them: an emoji is one. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 255
export const COMMON_PASSWORD =
  'This password is among the first that anybody would try. Please choose another one'

/** How long the link of each mail works. */
export const RESET_MINUTES = 60
export const CONFIRM_DAYS = 7
/** How long a mailed code to sign in on a new device works. */
export const SIGN_IN_CODE_HOURS = 24

/**
 * Letters of any script, with spaces, hyphens and apostrophes between them (docs/product/accounts.md "Fields"). Marks belong to their letter; the two
 * joiners are part of how Persian and Indian names are written.
 */
const letters = /^(?=\p{L})[\p{L}\p{M}\u200c\u200d]+(?:[ '’\u2010\u2011-]+[\p{L}\p{M}\u200c\u200d]+)*$/u

export const isLettersOnly = (name: string): boolean => letters.test(name)

/**
 * An international phone number: seven to fifteen digits (E.164), grouped as people group them. The plus may be missing: many write
 * their country code without it, and Galley only shows the number.
 */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d\s().-]+$/.test(text) && /^[1-9]\d{6,14}$/.test(text.replace(/\D/g, '').replace(/^0+/, ''))

/** Characters as people count them. */
export const lengthOf = (text: string): number => [...text].length

/** The commonest leaked passwords that are long enough to be chosen here: a text, which only pages that ask for a password load. */
const commonPasswords = `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd p@ssw0rd1 pass1234 passpass
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc asdfghjk asdfghjkl zxcvbnm1
  asdf1234 abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 a1234567 12345678 123456789 1234567890 123123123 12341234 87654321 987654321
  11223344 12121212 123454321 147258369 159753456 741852963 789456123 0987654321 01234567 123456789a 12345678a 1234qwer
  iloveyou iloveyou1 iloveyou2 loveyou1 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
  superman superman1 batman123 spiderman pokemon1 starwars starwars1 michael1 jennifer jessica1 charlie1 jordan23 thomas12
  computer internet samsung1 whatever trustno1 letmein1 letmein123 welcome1 welcome123 welcome2 monkey123 dragon123 shadow123
  master123 master12 changeme changeme1 changeme123 secret123 admin123 admin1234 administrator root1234 test1234 testtest testing1
  testing123 default1 guest123 user1234 login123 hello123 hellohello freedom1 mustang1 corvette mercedes liverpool liverpool1
  chelsea1 arsenal1 barcelona manchester newyork1 maverick midnight blink182 metallica slipknot victoria alexander elizabeth
  christian nicholas danielle stephanie samantha patricia cristina veronica francisco chocolate butterfly butterfly1 elephant
  november december february september summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026
  autumn2025 autumn2026 january1 q1w2e3r4 q1w2e3r4t5 qwer1234 q2w3e4r5 zxcv1234 google123 facebook1 instagram linkedin1 twitter1
  passwort passwort1 passwort123 hallo123 schatz123 motdepasse azertyui azerty123 azertyuiop contraseña contrasena senha123
  galley123 galleygalley
  qwerty qwertz azerty letmein welcome admin dragon monkey master secret login hello football abc123 sunshine princess shadow`

/** One character repeated, or consecutive ones: `aaaaaaaa`, `abcdefgh`, `87654321`. */
const isRun = (text: string): boolean => {
  const codes = [...text].map(sign => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 2] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/** Among the first that anybody would try, alone or with a few characters after it. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.toLowerCase()
  const common = commonPasswords.split(/\s+/)
  return common.includes(plain) || common.includes(plain.replace(/[\d!?.*#$]{1,4}$/, '')) || isRun(plain)
}

const domainAtEnd = /@([^\s@/?#:\\%[\]]+)$/

/**
 * An email address with its domain as it is looked up: `info@münchen.example` is `info@xn--mnchen-3ya.example`. Mail servers take it so,
 * and nobody can take another domain's place with letters that look alike.
 */
export const withAsciiDomain = (address: string): string =>
  address.replace(domainAtEnd, (_, domain: string) => `@${asLookedUp(domain)}`)

import topLevelDomains from 'tlds' with { type: 'json' }
import { asLookedUp } from '#domain/kernel/lookup-name.ts'

/** Code units of the text, the end not included. */
export type TwitterLink = {
  readonly start: number
  readonly end: number
  readonly url: string
  /** Written without `https://`: whether it is a link depends on the top-level domains that Twitter knows. */
  readonly isBare: boolean
}

const marks = '\\u202A-\\u202E\\u061C\\u200E\\u200F\\u2066-\\u2069'
const invalid = '\\uFFFE\\uFEFF\\uFFFF'
const spaces = '\\t-\\r \\x85\\xA0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000'
const punctuation = "!'#%&()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$"
const latin =
  '\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF'

const letter = `[^${punctuation}${spaces}${invalid}${marks}]`
const subdomain = `(?:(?:${letter}(?:[_-]|${letter})*)?${letter}\\.)`
const name = `(?:(?:${letter}(?:-|${letter})*)?${letter}\\.)`
/**
 * What twitter-text still makes links of: top-level domains that were given up since 2021, and `onion`. Whether Twitter's servers do is unknown;
 * a link that is counted as letters would be refused when it is due.
 */
const formerDomains = `
  abarth active adac afamilycompany aigo alfaromeo an avianca bananarepublic bentley bl blanco bnl boots bq budapest bugatti
  cancerresearch cartier caseih cbs ceb chloe chrysler cityeats comcast cookingchannel csc dabur dodge doha doosan duck dunlop
  duns eh epost esurance etisalat everbank fiat flsmidth foodnetwork frontdoor fujixerox glade goodhands guardian hgtv
  honeywell hoteles htc iinet intel iselect iveco iwc jcp jlc kerrylogistics kinder ladbrokes lancaster lancia lancome liaison
  linde lipsy lixil loft lupin macys maserati mcd mcdonalds meo metlife mf mobily montblanc mopar movistar mtpc mutual
  mutuelle nadex nationwide natura newholland northwesternmutual off oldnavy onyourside orientexpress pamperedchef panerai
  passagens piaget pramerica qvc raid redstone rightathome rmit rocher sapo sca scjohnson scor ses shaw showtime shriram
  spiegel spreadbetting srt starhub statoil swiftcover symantec telecity telefonica tiffany tp travelchannel uconnect um vista
  vistaprint volkswagen vuelos warman xfinity xperia zippo اتصالات موبايلي 大众汽车 工行 手表 珠宝 诺基亚 onion`
/** The longest first: of two that begin alike the longer one is meant. */
const known = [...topLevelDomains, ...formerDomains.trim().split(/\s+/)].sort().reverse().join('|')
const topLevel = `(?:(?:${known})(?=[^0-9a-zA-Z@+-]|$)|xn--[-0-9a-z]+)`
const domain = `${subdomain}*${name}${topLevel}`

const inPath = `[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&${latin}]`
const parentheses = `\\((?:${inPath}+|(?:${inPath}*\\(${inPath}+\\)${inPath}*))\\)`
const pathEnd = `[+\\-a-z\\u0400-\\u04FF0-9=_#/${latin}]|(?:${parentheses})`
const path = `(?:(?:${inPath}*(?:${parentheses}${inPath}*)*(?:${pathEnd}))|(?:@${inPath}+/))`
const query = "\\?[a-z0-9!?*'@();:&=+$/%#\\[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]"

const link = new RegExp(
  `(?<before>[^A-Za-z0-9@＠$#＃${invalid}]|[${marks}]|^)(?<url>(?<protocol>https?://)?(?<domain>${domain})(?::[0-9]+)?(?<path>/${path}*)?(?:${query})?)`,
  'gi',
)
const latinDomain = `(?:[\\-a-z0-9${latin}]+\\.)+${topLevel}`
const asciiDomain = new RegExp(latinDomain, 'i')
const shortLink = new RegExp(`^https?://t\\.co/(?<slug>[a-z0-9]+)(?:${query})?`, 'i')
const SLUG_MAX = 40
const LABEL_MAX = 63

/** A label of other scripts is longer as it is looked up than as it is written: 20 signs of Japanese before a domain are no link. */
const isDomain = (written: string): boolean =>
  (!written.startsWith('xn--') || asciiDomain.test(written)) &&
  written.split('.').every(label => asLookedUp(label).length <= LABEL_MAX)

/**
 * The links that Twitter makes of a text, by the rules of twitter-text 3 and the top-level domains of today: the list of twitter-text is of
 * 2021 and knows no `.music`. (docs/product/twitter.md "Text counting")
 */
export function twitterLinks(text: string): readonly TwitterLink[] {
  return text.includes('.') ? Array.from(text.matchAll(link), linksOf).flat() : []
}

function linksOf(match: RegExpExecArray): readonly TwitterLink[] {
  const { before = '', url = '', protocol, domain = '', path } = match.groups ?? {}
  if (!isDomain(domain)) return []
  const start = match.index + before.length
  if (protocol !== undefined) return withProtocol(url, start)
  return /[-_./]$/.test(before) ? [] : bareLinks(url, start, domain, path !== undefined)
}

function withProtocol(url: string, start: number): readonly TwitterLink[] {
  const short = shortLink.exec(url)
  if (short && (short.groups?.slug ?? '').length > SLUG_MAX) return []
  const whole = short ? short[0] : url
  return [{ start, end: start + whole.length, url: whole, isBare: false }]
}

/** Without a protocol only the Latin parts of a domain are links, each one by itself, and the last with the path. */
function bareLinks(url: string, start: number, domain: string, hasPath: boolean): readonly TwitterLink[] {
  const found = Array.from(domain.matchAll(new RegExp(latinDomain, 'gi')), match => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    url: match[0],
    isBare: true,
  }))
  const last = found.at(-1)
  if (!last || !hasPath) return found
  const end = start + url.length
  return [...found.slice(0, -1), { ...last, end, url: url.replace(domain, last.url) }]
}

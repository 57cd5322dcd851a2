/** The names of U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const names = new Map<string, string>([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    AMP: '&',
    LT: '<',
    GT: '>',
    QUOT: '"',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    hellip: '…',
    bull: '•',
    euro: '€',
    trade: '™',
    larr: '←',
    rarr: '→',
    minus: '−',
    prime: '′',
    lsaquo: '‹',
    rsaquo: '›',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwnj: '\u200c',
    zwj: '\u200d',
    deg: '°',
    hearts: '♥',
  }),
])

/** Decodes numbers, and the names that titles and descriptions have; an unknown name stays as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return names.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })

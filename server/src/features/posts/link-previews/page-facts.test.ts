import { describe, expect, it } from 'vitest'
import { readPageFacts } from './page-facts.ts'

const read = (html: string | Buffer, charset: string | null = null) =>
  readPageFacts({ url: 'https://shop.example.com/menu/', charset, bytes: Buffer.from(html as string) })

describe('The facts of a page', () => {
  it('are its Open Graph tags, with the picture’s address completed', () => {
    const facts = read(`<!doctype html><html><head><title>Other</title>
      <meta property="og:title" content="Spring menu"><meta content='Six new "small" plates' property='og:description'>
      <META PROPERTY=og:image CONTENT=/menu.jpg><meta name="twitter:title" content="Not this"></head>`)
    expect(facts).toEqual({
      title: 'Spring menu',
      description: 'Six new "small" plates',
      picture: 'https://shop.example.com/menu.jpg',
      hasTags: true,
    })
  })

  it('are its Twitter tags if it has no Open Graph tags', () => {
    expect(
      read(`<meta name="twitter:title" content="Spring"><meta name="twitter:description" content="Six plates">
        <meta name="twitter:image:src" content="plates.png">`),
    ).toEqual({
      title: 'Spring',
      description: 'Six plates',
      picture: 'https://shop.example.com/menu/plates.png',
      hasTags: true,
    })
  })

  it('are its title and description if it has neither', () => {
    expect(read('<title>\n  Spring\n menu </title><meta name=description content="Six plates">')).toEqual({
      title: 'Spring menu',
      description: 'Six plates',
      picture: null,
      hasTags: false,
    })
  })

  const picture = '<meta property="og:image" content="plates.png">'
  it.each([
    [
      'a base of another host',
      '<base href="https://cdn.example.com/files/">',
      'https://cdn.example.com/files/plates.png',
    ],
    ['a base that is relative', "<BASE target=_blank href='../'>", 'https://shop.example.com/plates.png'],
    ['a base without a scheme', '<base href=//cdn.example.com/a/b>', 'https://cdn.example.com/a/plates.png'],
    ['a base with an entity', '<base href="/a&#x2f;b/">', 'https://shop.example.com/a/b/plates.png'],
    [
      'two, of which the first counts',
      '<base href="/one/"><base href="/two/">',
      'https://shop.example.com/one/plates.png',
    ],
    [
      'one that only names a window, and one',
      '<base target="_top"><base href="/one/">',
      'https://shop.example.com/one/plates.png',
    ],
    ['a base that is no address', '<base href="https://[">', 'https://shop.example.com/menu/plates.png'],
    [
      'a base that is a script',
      '<base href="javascript:alert(1)">',
      'https://shop.example.com/menu/plates.png',
    ],
    ['a base in a comment', '<!-- <base href="/one/"> -->', 'https://shop.example.com/menu/plates.png'],
  ])('have a picture where the page says that its addresses begin: %s', (_what, base, address) => {
    expect(read(`${base}${picture}`).picture).toBe(address)
    expect(read(`${picture}${base}`).picture).toBe(address)
  })

  it('have a picture of another host whose address has no scheme, and are not led away by a base', () => {
    const read = (content: string) =>
      readPageFacts({
        url: 'http://shop.example.com/menu/',
        charset: null,
        bytes: Buffer.from(
          `<base href="https://other.example.com/"><meta property="og:image" content="${content}">`,
        ),
      }).picture
    expect(read('//cdn.example.com/plates.png')).toBe('https://cdn.example.com/plates.png')
    expect(read('https://shop.example.com/own.png')).toBe('https://shop.example.com/own.png')
  })

  it('are those of the page itself where it sends its visitors on, since networks follow redirects of servers only', () => {
    const page =
      '<meta http-equiv="refresh" content="0; url=https://other.example.com/"><link rel="canonical" href="/other"><title>Moved</title>'
    expect(read(page)).toEqual({ title: 'Moved', description: '', picture: null, hasTags: false })
  })

  it('are empty for an empty page', () => {
    expect(read('')).toEqual({ title: '', description: '', picture: null, hasTags: false })
  })

  it.each([
    ['a comment', '<!-- <title>Wrong</title> --><title>Right</title>'],
    ['a script', '<script>"<title>Wrong</title>"</script><title>Right</title>'],
    ['a drawing', '<svg><title>Wrong</title></svg><title>Right</title>'],
    ['an attribute', '<meta name="x" content="><title>Wrong</title>"><title>Right</title>'],
    ['a second title', '<title>Right</title><title>Wrong</title>'],
    ['an apostrophe in a tag', "<p class=a don't><title>Right</title>"],
    ['a bracket alone', '1 < 2 <title>Right</title>'],
  ])('do not come from %s', (_what, html) => expect(read(html).title).toBe('Right'))

  const latin1 = (html: string) => Buffer.from(html, 'latin1')
  it.each([
    ['nothing, as Latin-1', latin1('<title>Kaffe p\xe5 L\xf8kka</title>'), null, 'Kaffe på Løkka'],
    ['nothing, as UTF-8', Buffer.from('<title>Kaffe på Løkka</title>'), null, 'Kaffe på Løkka'],
    [
      'an XML declaration',
      latin1('<?xml version="1.0" encoding="windows-1251"?><title>\xca\xee\xf4\xe5</title>'),
      null,
      'Кофе',
    ],
    [
      'a tag after 60 kB',
      latin1(
        `<title>\xca\xee\xf4\xe5</title><style>${' '.repeat(60_000)}</style><meta charset="windows-1251">`,
      ),
      null,
      'Кофе',
    ],
    [
      'a header that is wrong',
      latin1('<meta charset=windows-1251><title>\xca\xee\xf4\xe5</title>'),
      'utf-8',
      'Кофе',
    ],
    ['a charset that there is not', latin1('<title>Kaffe p\xe5</title>'), 'nonsense', 'Kaffe på'],
    ['a UTF-16 mark', Buffer.from('\ufeff<title>Løkka</title>', 'utf16le'), null, 'Løkka'],
    [
      'nothing, as UTF-8 that is broken elsewhere',
      Buffer.concat([Buffer.from('<title>Løkka</title><p>'), Buffer.of(0xff)]),
      null,
      'Løkka',
    ],
    [
      'UTF-8 that its author broke',
      Buffer.from('<title>Kaffe p\ufffd Løkka</title>'),
      'utf-8',
      'Kaffe p Løkka',
    ],
    ['UTF-8, cut off within a letter', Buffer.from('<title>Å\ufffd</title>ø').subarray(0, -1), 'utf-8', 'Å'],
  ])('are readable on a page that names %s', (_what, bytes, charset, title) => {
    expect(read(bytes, charset).title).toBe(title)
  })

  it('have their entities decoded', () => {
    expect(
      read('<title>Caf&eacute; &amp; Bar &#8211; &#x1F35E; &quot;new&quot; &unknown; &#0; AT&T</title>')
        .title,
    ).toBe('Café & Bar – 🍞 "new" &unknown; AT&T')
  })

  it.each([
    ['the header', Buffer.from('<title>Crème</title>', 'latin1'), 'ISO-8859-1'],
    ['the page', Buffer.from('<meta charset="windows-1252"><title>Crème</title>', 'latin1'), null],
    [
      'the page in the long form',
      Buffer.from(
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Crème</title>',
        'latin1',
      ),
      null,
    ],
    ['nothing', Buffer.from('<title>Crème</title>'), null],
    ['an unknown name', Buffer.from('<title>Crème</title>'), 'klingon'],
    ['a byte order mark against the header', Buffer.from('\ufeff<title>Crème</title>'), 'latin1'],
  ])('are read in the charset that %s names', (_what, bytes, charset) => {
    expect(read(bytes, charset).title).toBe('Crème')
  })

  it('are read in Japanese', () => {
    const bytes = Buffer.concat([
      Buffer.from('<title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from('</title>'),
    ])
    expect(read(bytes, 'Shift_JIS').title).toBe('日本')
  })

  it('have no line breaks, control characters or changes of direction, and a greatest length', () => {
    expect(read('<title>a\u0000b\u202ec\n\td</title>').title).toBe('a b c d')
    const { title } = read(`<title>${'🍞'.repeat(400)}</title>`)
    expect(title.length).toBeLessThanOrEqual(300)
    expect(title.isWellFormed()).toBe(true)
    expect(title.endsWith('🍞…')).toBe(true)
  })

  // Quadratic work would take minutes and end in the test's timeout.
  it.each(['<!--', '<meta content="', "<a b='", '<script>', '<title>', '<meta <meta "', '&', '< '])(
    'are found in a page of two megabytes of %s',
    piece => expect(read(piece.repeat(2_000_000 / piece.length)).title).toBe(''),
  )

  it('have no picture if its address is not one', () => {
    expect(read('<meta property="og:image" content="http://[">').picture).toBeNull()
    expect(read('<meta property="og:image" content="">').picture).toBeNull()
  })
})

import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { messageLength } from '#domain/networks/counting.ts'
import { twitterLinks } from '#domain/networks/twitter-links.ts'
import { firstLink } from '#domain/posts/attachments.ts'
import { linkTemplateOf, usualLinkParameters } from '#domain/projects/link-parameters.ts'
import { fillLinkTemplate, type LinkWords, linkWithParameters } from './link-parameters.ts'
import { countPlainLinks, textWithParameters, webAddresses } from './linked-texts.ts'

const words: LinkWords = { project: 'Harbor Coffee', network: 'facebook', campaign: 'Spring Sale ’26!' }
const fill = (template: string, own: Partial<LinkWords> = {}, sites = '') => {
  const settings = [
    { name: 'link-parameters', value: template },
    { name: 'link-parameter-sites', value: sites },
  ]
  return fillLinkTemplate(linkTemplateOf(settings), { ...words, ...own })
}
const usual = fill(usualLinkParameters)
if (usual === null) throw new Error('The usual template fills nothing in')
const added = 'utm_source=facebook&utm_medium=social&utm_campaign=spring-sale-26'

test.each([
  [usualLinkParameters, {}, added],
  [usualLinkParameters, { campaign: null }, 'utm_source=facebook&utm_medium=social'],
  [usualLinkParameters, { campaign: '🎄🎄' }, 'utm_source=facebook&utm_medium=social'],
  ['utm_campaign={campaign}', { campaign: null }, undefined],
  ['utm_campaign={project}-{campaign}', { campaign: null }, 'utm_campaign=harbor-coffee'],
  ['utm_campaign={project}-{campaign}', {}, 'utm_campaign=harbor-coffee-spring-sale-26'],
  ['utm_campaign={campaign}', { campaign: 'Frühling' }, 'utm_campaign=fr%C3%BChling'],
  ['utm_campaign={campaign}', { campaign: 'İstanbul' }, 'utm_campaign=istanbul'],
  ['utm_campaign={campaign}', { campaign: '春のセール' }, `utm_campaign=${encodeURIComponent('春のセール')}`],
  ['utm_content=summer+sale%20now', {}, 'utm_content=summer%20sale%20now'],
  ['utm_content=100%', {}, 'utm_content=100%25'],
  ["utm_content=it's*(v1.0.)~", {}, 'utm_content=it%27s%2A%28v1.0.%29%7E'],
  ['utm_content=v1.', {}, 'utm_content=v1%2E'],
  ['', {}, undefined],
] as const)('the template %j of %j gives %j', (template, own, query) => {
  expect(fill(template, own)?.query).toBe(query)
})

test.each([
  ['https://a.example', `https://a.example/?${added}`],
  ['https://a.example?', `https://a.example?${added}`],
  ['https://a.example/x', `https://a.example/x?${added}`],
  ['https://a.example/x?b=c', `https://a.example/x?b=c&${added}`],
  ['https://a.example/x?b=c&', `https://a.example/x?b=c&${added}`],
  ['https://a.example/x?b=c#top', `https://a.example/x?b=c&${added}#top`],
  ['https://a.example#/route?x=1', `https://a.example/?${added}#/route?x=1`],
  ['HTTPS://A.example:8443/x%20y', `HTTPS://A.example:8443/x%20y?${added}`],
  ['https://bücher.example', `https://bücher.example/?${added}`],
  ['https://例え.jp/パス', `https://例え.jp/パス?${added}`],
  ['https://a.example/x?utm_source=b', null],
  ['https://a.example/x?b=c&UTM_Term=d', null],
  ['https://a.example/x?b=c;utm_term=d', null],
  ['https://a.example/x?utm%5Fterm=d', null],
  ['https://a.example/x#utm_source=b', null],
  [`https://a.example/${'x'.repeat(1990)}`, null],
  ['https://a.example/x?my_utm_source=b', `https://a.example/x?my_utm_source=b&${added}`],
])('the link %s becomes %s', (link, expected) => {
  expect(linkWithParameters(link, usual)).toBe(expected ?? link)
})

it('A link that has a parameter of the template is left alone, also where it is no utm_ one', () => {
  const parameters = fill('mtm_campaign={campaign}')
  expect(parameters && linkWithParameters('https://a.example/?MTM_campaign=x', parameters)).toBe(
    'https://a.example/?MTM_campaign=x',
  )
})

it('Only links to the named sites get parameters', () => {
  const parameters = fill('utm_medium=social', {}, 'a.example')
  expect(parameters && textWithParameters('https://shop.a.example https://b.example', parameters)).toBe(
    'https://shop.a.example/?utm_medium=social https://b.example',
  )
})

// `¶` is where the parameters go.
test.each([
  'Nothing here, not even a.example',
  'See https://a.example/x¶. And (https://b.example/y¶), or https://c.example/z¶!',
  'https://en.example/wiki/Bread_(food)¶',
  '(https://en.example/wiki/Bread_(food)¶)',
  'Have you seen https://a.example/x¶?',
  '“https://a.example/x¶” and «https://b.example/y¶»',
  '*https://a.example/x¶*, **https://b.example/y¶**',
  'https://a.example/x¶… https://b.example/y¶🎉 https://c.example/z¶–now',
  'https://a.example/x¶|https://b.example/y¶,https://c.example/z¶',
  '見て https://a.example/x¶。次',
  'https://日本.example/x¶ 次',
  '`https://a.example/x¶` {https://b.example/y¶} https://c.example/z¶| https://d.example/z¶||https://e.example/z¶',
  // Nobody can tell whether these words belong to the link.
  'https://a.example/?tags=b|c https://a.example/?q={name} https://a.example/{{id}}/x https://a.example/x|Shop',
  '見て https://a.exampleを https://a.example/xを見て https://a.example/x에서',
  'https://bücher.example/größe¶ https://пример.рф/путь¶',
  'http:// https://. https://[ 😀',
])('in the text %j', marked => {
  const text = marked.replaceAll('¶', '')
  const count = marked.split('¶').length - 1
  expect(countPlainLinks(text, usual)).toBe(count)
  expect(textWithParameters(text, usual)).toBe(marked.replaceAll('¶', `?${added}`))
})

const link = fc
  .record({
    host: fc.constantFrom('a.example.com', 'shop.example.org:8080', 'bücher.com', 'xn--bcher-kva.com'),
    path: fc.constantFrom('', '/', '/a', '/a/b_(c)', '/%E2%82%AC', '/größe', '/a-b.html'),
    query: fc.constantFrom('', '?x=1', '?a[]=1&b=%20c', '?utm_source=x', '?q=a+b&UTM_campaign=y'),
    fragment: fc.constantFrom('', '#top', '#/route', '#a=b'),
  })
  .map(({ host, path, query, fragment }) => `https://${host}${path}${query}${fragment}`)
const between = fc.constantFrom(' ', '\n', '. ', ', ', ' (', ') ', '! ', ' “', '” ', '。', ' text ', ' 🎉 ')
const texts = fc.array(fc.tuple(between, link, between)).map(parts => parts.flat().join(''))
const hasParameters = (address: string) => /utm_/i.test(address)
const linksOf = (text: string) => webAddresses(text).map(({ start, end }) => text.slice(start, end))
/** What stands before, between and behind the links of a text. */
const aroundLinks = (text: string) => {
  const places = webAddresses(text)
  return [0, ...places.map(({ end }) => end)].map((from, index) => text.slice(from, places[index]?.start))
}

it('each link of a text gets the parameters once, keeps what it had, and ends where every network ends it', () => {
  fc.assert(
    fc.property(texts, text => {
      const once = textWithParameters(text, usual)
      expect(textWithParameters(once, usual)).toBe(once)
      expect(countPlainLinks(once, usual)).toBe(0)
      const [before, after] = [linksOf(text), linksOf(once)]
      expect(after).toHaveLength(before.length)
      for (const [index, address] of after.entries()) {
        const old = before[index] ?? ''
        if (hasParameters(old)) {
          expect(address).toBe(old)
          continue
        }
        const [now, then] = [new URL(address), new URL(old)]
        expect([now.origin, now.pathname, now.hash]).toEqual([then.origin, then.pathname, then.hash])
        expect([...now.searchParams].slice(0, -3)).toEqual([...then.searchParams])
        expect(Object.fromEntries([...now.searchParams].slice(-3))).toEqual({
          utm_source: 'facebook',
          utm_medium: 'social',
          utm_campaign: 'spring-sale-26',
        })
      }
      expect(aroundLinks(once)).toEqual(aroundLinks(text))
      expect(firstLink(once)).toBe(after[0] ?? null)
    }),
  )
})

it('a tweet does not become longer, as each of its links counts 23 characters with and without parameters', () => {
  fc.assert(
    fc.property(texts, text => {
      const once = textWithParameters(text, usual)
      expect(twitterLinks(once)).toHaveLength(twitterLinks(text).length)
      // Twitter counts a fragment right behind a host as text, and behind a query as part of the link.
      const isSame = !/\.(com|org:8080)#/.test(text)
      const [now, then] = [messageLength('twitter', once), messageLength('twitter', text)]
      expect(isSame ? now === then : now < then || hasParameters(text)).toBe(true)
      expect(messageLength('facebook', once)).toBe(once.length)
    }),
  )
})

it('any text stays as it is but for its links, in a time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const once = textWithParameters(`${text} https://a.example/x`, usual)
      expect(once.startsWith(text.split('http')[0] ?? '')).toBe(true)
      expect(textWithParameters(once, usual)).toBe(once)
    }),
  )
  for (const part of ['https://a', 'https://a.b,', 'https://a)', ')', 'https://a.b|'])
    textWithParameters(part.repeat(70_000 / part.length), usual)
})

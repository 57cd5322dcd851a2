import { expect, it, test } from 'vitest'
import {
  isOnSites,
  linkParametersIn,
  linkParametersProblem,
  linkSitesIn,
  linkSitesProblem,
  linkTemplateOf,
  usualLinkParameters,
} from './link-parameters.ts'

test.each([
  ['', null],
  [usualLinkParameters, null],
  [`?${usualLinkParameters}`, null],
  ['mtm_campaign={project}-{campaign}&utm_content=summer%20sale', null],
  ['utm_source', 'Write each parameter as name=value, with & between them: “utm_source” is none'],
  ['utm_source=', 'Write each parameter as name=value, with & between them: “utm_source=” is none'],
  ['utm_source=a&&utm_medium=b', 'Write each parameter as name=value, with & between them: “” is none'],
  ['utm source=a', 'Write each parameter as name=value, with & between them: “utm source=a” is none'],
  ['utm_term=a#b', 'Write each parameter as name=value, with & between them: “utm_term=a#b” is none'],
  ['utm_term=a&UTM_TERM=b', 'UTM_TERM is there twice'],
  ['utm_source={net}', 'Use {project}, {network} or {campaign}: {net} is not known'],
  ['utm_source={}', 'Use {project}, {network} or {campaign}: {} is not known'],
  ['utm_source={network', 'A curly bracket of utm_source has no other one'],
  [`utm_term=${'x'.repeat(492)}`, 'At most 500 characters'],
])('the template %j: %s', (template, problem) => {
  expect(linkParametersProblem(template)).toBe(problem)
})

it('A value may have an equals sign', () => {
  expect(linkParametersIn('?a=b=c&d={network}')).toEqual([
    { name: 'a', value: 'b=c' },
    { name: 'd', value: '{network}' },
  ])
})

test.each([
  ['', null],
  ['example.com, https://www.Shop.example/path bücher.example', null],
  ['example', 'Write sites such as example.com, with commas between them: “example” is none'],
  ['exa!mple.com', 'Write sites such as example.com, with commas between them: “exa!mple.com” is none'],
  [`${'x'.repeat(60)}.example `.repeat(20), 'At most 1000 characters'],
])('the sites %j: %s', (list, problem) => {
  expect(linkSitesProblem(list)).toBe(problem)
})

test.each([
  ['https://example.com/a', true],
  ['https://WWW.example.com', true],
  ['http://shop.example.com:8080/?a', true],
  ['https://notexample.com', false],
  ['https://example.com.evil.example', false],
  ['https://other.example/?to=https://example.com', false],
  ['https://bücher.example/x', true],
  ['https://xn--bcher-kva.example/x', true],
])('%s is on the sites: %s', (link, isOn) => {
  expect(isOnSites(link, linkSitesIn('www.example.com, Bücher.example'))).toBe(isOn)
})

it('A project without a template has none, whatever its sites are', () => {
  expect(linkTemplateOf([{ name: 'link-parameter-sites', value: 'example.com' }])).toBeNull()
  expect(
    linkTemplateOf([
      { name: 'link-parameters', value: 'utm_source={network}' },
      { name: 'link-parameter-sites', value: 'example.com' },
    ]),
  ).toEqual({ parameters: [{ name: 'utm_source', value: '{network}' }], sites: ['example.com'] })
})

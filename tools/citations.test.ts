import { expect, test } from 'vitest'
import { decisionCitations, noOutsideSources, pageLinks, productCitations } from './structure/citations.ts'
import { judge } from './structure/judge.ts'

const labelsPage = { 'docs/product/labels.md': '# Day labels\n\n## Colours\n\n## Picking days\n' }
const citing = (page: string) => `docs/product/${page}.md`

test('a cited page and heading must exist, even if the citation continues on the next line', () => {
  const cite = (text: string) =>
    judge(productCitations, { ...labelsPage, 'domain/src/labels/colours.ts': text })
  expect(cite(`// Darkened (${citing('labels')} "Colours").`)).toEqual([])
  expect(cite(`/** Both (${citing('labels')} "Colours",\n * "Picking\n * days"). */`)).toEqual([])
  expect(cite(`// As ${citing('colours')} "Colours" says.`)).toEqual([
    expect.stringMatching(/line 1 cites docs\/product\/colours\.md, which does not exist/),
  ])
  expect(cite(`\n// (${citing('labels')} "Colours", "Sizes")`)).toEqual([
    expect.stringMatching(/line 2 cites docs\/product\/labels\.md "Sizes", but the page has no such heading/),
  ])
  expect(cite(`// See ${citing('labels')}.`)).toEqual([expect.stringMatching(/Name the heading/)])
})

test('a page may cite another page as a whole, and a comment in its code is not a heading', () => {
  const files = { ...labelsPage, 'docs/guides/operate.md': `Labels: ${citing('labels')}` }
  expect(judge(productCitations, files)).toEqual([])
  const fenced = {
    'docs/product/labels.md': '```\n# Colours\n```\n',
    'web/src/a.ts': `// ${citing('labels')} "Colours"`,
  }
  expect(judge(productCitations, fenced)).toHaveLength(1)
})

test('a cited decision must exist', () => {
  const records = { 'docs/decisions/0004-post-statuses.md': '', 'docs/decisions/0010-late-posts.md': '' }
  const missing = 98
  const cite = (text: string) => judge(decisionCitations, { ...records, 'web/src/a.ts': text })
  expect(cite('// Why: decision 4, and decisions 4, 10.')).toEqual([])
  expect(cite('// Late (decision\n// 10)')).toEqual([])
  const number = `decision ${missing}, which docs/decisions does not have`
  expect(cite(`// (decisions 4 and ${missing})`)).toEqual([expect.stringContaining(`line 1 cites ${number}`)])
  expect(cite(`\n// Each decision ${missing}`)).toEqual([expect.stringContaining(`line 2 cites ${number}`)])
})

test('a link between pages must lead to a file, and to a heading if it names one', () => {
  const link = (target: string) =>
    judge(pageLinks, { ...labelsPage, 'README.md': '', 'docs/glossary.md': `See [this](${target}).` })
  for (const target of [
    'product/labels.md',
    '../README.md',
    'product/',
    'https://example.org/x',
    'images/a.png',
  ])
    expect(link(target), target).toEqual([])
  expect(link('product/labels.md#picking-days')).toEqual([])
  expect(link('product/labels.md#sizes')).toEqual([
    expect.stringMatching(/names a heading that is not there/),
  ])
  expect(link('product/tags.md')).toEqual([
    expect.stringMatching(/docs\/glossary\.md: line 1: the link to product\/tags\.md leads nowhere/),
  ])
  expect(judge(pageLinks, { 'a.md': 'Written as `[text](nowhere.md)`.' })).toEqual([])
})

// In two halves, so that the rule does not find them here.
test.each([
  ['Docu', 'ment 2 section 5'],
  ['docu', 'ment\n * 3 "Rounds"'],
  ['in the docu', 'ments’ order'],
  ['3-deci', 'sions.md, "Time"'],
  ['networks.', 'md 3.8'],
  ['(interface.', 'md "Look")'],
  ['see house.', 'md'],
])('%s%s is not in the repository', (one, two) => {
  expect(judge(noOutsideSources, { 'web/src/a.ts': `// ${one}${two}` })).toEqual([
    expect.stringMatching(/line 1 refers to .*, which is not in the repository/),
  ])
})

test('files of the repository may be cited, and applied migrations are not checked', () => {
  const link = `[interface](${'interface'}.md)`
  const fine = `// ${citing('interface')} "Look", the document's body, ${citing('networks')} "Post types"`
  expect(judge(noOutsideSources, { 'web/src/a.ts': fine, 'docs/product/calendar.md': link })).toEqual([])
  const old = `-- docu${'ment'} 2 section 3`
  expect(judge(noOutsideSources, { 'server/migrations/0002-thumbnails.sql': old })).toEqual([])
  expect(judge(noOutsideSources, { 'server/migrations/0099-new.sql': old })).toHaveLength(1)
})

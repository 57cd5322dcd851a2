import { posix } from 'node:path'
import { eachSource, type Rule, type Source } from './source.ts'

/** Files whose citations are checked: code, styles, SQL, pages. */
const cites = (path: string) => /\.(tsx?|mjs|css|sql|md)$/.test(path)

/** A citation may continue on the comment's next line. */
const gap = String.raw`(?:[\s*]|//|--)+`
const pageCitation = new RegExp(
  String.raw`docs/product/([\w-]+)\.md((?:(?:,| and|, and)?${gap}"[^"]{1,80}")*)`,
  'g',
)
const decisionCitation = new RegExp(
  String.raw`\bdecisions?${gap}(\d{1,4})((?:(?:,| and|, and| or)${gap}\d{1,4}\b)*)`,
  'gi',
)

const oneLine = (text: string) => text.replaceAll(new RegExp(gap, 'g'), ' ')
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** A page without its code blocks, in which `#` begins a comment and brackets are not links. Keeps the line count. */
const prose = (markdown: string) =>
  markdown
    .replace(/^```.*?^```$/gms, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, code => code.replaceAll(/[[\]#]/g, ' '))

const headingsOf = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = '']) => heading)

/** Each `docs/product/<page>.md "<Heading>"` names an existing page and heading; in code the heading is required. */
export const productCitations: Rule = sources => {
  const pages = new Map(
    sources.flatMap(({ path, text }) => {
      const page = /^docs\/product\/([\w-]+)\.md$/.exec(path)?.[1]
      return page === undefined ? [] : [[page, headingsOf(text)] as const]
    }),
  )
  return eachSource(({ path, text }) => {
    if (!cites(path)) return []
    return [...text.matchAll(pageCitation)].flatMap(({ 1: page = '', 2: quoted = '', index }) => {
      const where = `line ${lineAt(text, index)} cites docs/product/${page}.md`
      const headings = pages.get(page)
      if (!headings) return [`${where}, which does not exist. Cite one of its neighbours or write the page.`]
      const named = [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => oneLine(heading))
      if (named.length === 0 && !path.endsWith('.md') && !path.startsWith('tools/'))
        return [`${where} as a whole. Name the heading in double quotes.`]
      return named
        .filter(heading => !headings.includes(heading))
        .map(heading => `${where} "${heading}", but the page has no such heading. Cite one that it has.`)
    })
  })(sources)
}

/** Each `decision N` names an existing record in docs/decisions. */
export const decisionCitations: Rule = sources => {
  const records = new Set(
    sources.flatMap(({ path }) => {
      const number = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]
      return number === undefined ? [] : [Number(number)]
    }),
  )
  return eachSource(({ path, text }) => {
    if (!cites(path)) return []
    return [...text.matchAll(decisionCitation)].flatMap(({ 1: first = '', 2: others = '', index }) =>
      [first, ...(others.match(/\d+/g) ?? [])]
        .filter(number => !records.has(Number(number)))
        .map(
          number =>
            `line ${lineAt(text, index)} cites decision ${number}, which docs/decisions does not have. Cite the right number or write the record.`,
        ),
    )
  })(sources)
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const isPicture = (path: string) => /\.(png|jpe?g|webp|gif|ico)$/.test(path)

/** Each link from one page to another leads to a file of the repository, and to a heading if it names one. */
export const pageLinks: Rule = sources => {
  const files = new Map(sources.map(source => [source.path, source]))
  const isFolder = (path: string) => sources.some(source => source.path.startsWith(`${path}/`))
  const problemOf = ({ path, text }: Source, link: string): string | null => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return null
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)))
    // Pictures are not read, so they are not in the list of files.
    if (isPicture(target)) return null
    const found = files.get(target)
    if (!found && !isFolder(target.replace(/\/$/, ''))) return 'leads nowhere'
    if (!anchor || !found) return null
    const headings = headingsOf(file === '' ? text : found.text)
    return headings.some(heading => slugOf(heading) === anchor) ? null : 'names a heading that is not there'
  }
  return eachSource(source => {
    if (!source.path.endsWith('.md')) return []
    const text = prose(source.text)
    return [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(({ 1: link = '', index }) => {
      const problem = problemOf(source, link)
      return problem ? [`line ${lineAt(text, index)}: the link to ${link} ${problem}. Mend it.`] : []
    })
  })(sources)
}

// In pieces, so that this file and its tests do not match themselves.
const outside = new RegExp(
  [
    String.raw`\b[Dd]ocument${gap}[123]\b`,
    String.raw`\b[Tt]he${gap}documents\b`,
    String.raw`\b[Tt]he${gap}document['’]s${gap}(?:own|words|two|text)`,
    String.raw`\bof${gap}the${gap}document\b`,
    String.raw`\b3-decisions\b`,
    String.raw`\bnetworks\.md${gap}(?:part${gap})?\d`,
    String.raw`(?<!docs/product/)\binterface\.md${gap}"`,
    String.raw`\(interface\.md`,
    String.raw`\b(?:house|plain-words)\.md\b`,
    String.raw`\bshared/(?:spec|design)\b`,
  ].join('|'),
)

/** Migrations that have been applied somewhere: their checksums do not allow changing their text. */
const applied = /^server\/migrations\/00(0[1-9]|1[0-2])-/

/** Nothing cites a document that a reader of the repository cannot open. */
export const noOutsideSources: Rule = eachSource(({ path, text }) => {
  if (!cites(path) || applied.test(path)) return []
  // A Markdown link between pages is not a citation.
  const own = path.startsWith('docs/product/') ? text.replaceAll('](interface', '') : text
  return [...own.matchAll(new RegExp(outside, 'g'))].map(
    ({ 0: found, index }) =>
      `line ${lineAt(own, index)} refers to "${oneLine(found)}", which is not in the repository. Cite docs/product/<page>.md "<Heading>" or a decision.`,
  )
})

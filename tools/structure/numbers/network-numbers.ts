import type { Problem, Rule, Source } from '../source.ts'
import type { NumberRule } from './number-rules.ts'
import { numbersOfMeta } from './numbers-of-meta.ts'
import { numbersOfOthers } from './numbers-of-others.ts'

/** Numbers that are names: dates, versions, records, codes in the words of a program, and places of links. */
const names = [
  /`[^`]*`/g,
  /\]\([^)]*\)/g,
  /\[decision \d+/g,
  /decisions? \d+( and \d+)?/g,
  /\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g,
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/g,
  /^\d+\. /gm,
  /SHA\d+|H\.\d+/g,
]

/** Not `mp4`. */
const number = /(?<![A-Za-z\d])\d(?:[\d,.:×]*\d)?/g

const TABLES = 'tools/structure/numbers/numbers-of-meta.ts or numbers-of-others.ts'

/** The parts of a page by heading, with what names a number and is none taken out. */
const sectionsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map(part => {
        const end = part.indexOf('\n')
        return [part.slice(0, end), names.reduce((rest, name) => rest.replaceAll(name, ''), part.slice(end))]
      }),
  )

/** Reads `file: text`; what begins with `because` names no file. */
const isHeld = (held: string, sources: readonly Source[]): boolean => {
  const [file = '', ...text] = held.split(': ')
  if (file === 'because') return true
  return sources.some(source => source.path === file && source.text.includes(text.join(': ')))
}

function* judgeSection(text: string, rules: readonly NumberRule[], sources: readonly Source[]) {
  for (const [says, ...held] of rules) {
    if (!text.includes(says)) yield `no longer says "${says}". Mend ${TABLES}.`
    for (const each of held.filter(place => !isHeld(place, sources)))
      yield `says "${says}", and nothing holds it any more: ${each}. Name the rule that does.`
  }
  const left = rules.reduce((rest, [says]) => rest.replaceAll(says, ''), text)
  for (const line of left.split('\n'))
    for (const [found] of line.matchAll(number))
      yield `says ${found} in "${line.trim().slice(0, 60)}…", and no rule holds it. Add to ${TABLES} where product and sandbox keep to it, or why they need not.`
}

/**
 * A number on the page of a network is a rule: something of Galley keeps to it, and its sandbox refuses what does not. What neither does
 * is named with its reason. (docs/product/networks.md "How sure these facts are")
 */
export const networkNumbers: Rule = sources =>
  Object.entries({ ...numbersOfMeta, ...numbersOfOthers }).flatMap(([path, sections]): Problem[] => {
    const page = sources.find(source => source.path === path)
    if (!page) return []
    return [...sectionsOf(page.text)].flatMap(([heading, text]) => {
      const rules = sections[heading] ?? []
      if (typeof rules === 'string') return []
      return [...judgeSection(text, rules, sources)].map(message => ({
        path,
        message: `"${heading}" ${message}`,
      }))
    })
  })

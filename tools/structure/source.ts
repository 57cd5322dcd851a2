/** A file of the project: path from the root with forward slashes, and its text. */
export type Source = { path: string; text: string }

/** A problem, in one sentence that says what to do. */
export type Problem = { path: string; message: string }

/** A rule looks at the whole project, because most of them are about how files relate. */
export type Rule = (sources: Source[]) => Problem[]

/** A rule that looks at one file at a time and returns its messages. */
export function eachSource(look: (source: Source) => string[]): Rule {
  return sources => sources.flatMap(source => look(source).map(message => ({ path: source.path, message })))
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/')

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** The text without whole-line comments, so that rules do not read prose as code. Keeps the line count. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(\/\/|\/\*|\*).*$/gm, '')
}

/** The text between the parenthesis at `start` and the one that closes it. */
export function inParentheses(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start + 1, at)
  }
  return text.slice(start + 1)
}

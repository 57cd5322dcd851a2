import type { Rule } from './source.ts'

/** For the tests of rules: what the rule reports about a project with these files. */
export const judge = (rule: Rule, files: Record<string, string>): string[] =>
  rule(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
    ({ path, message }) => `${path}: ${message}`,
  )

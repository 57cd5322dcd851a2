/** Of a page more than this tells no more, and a record that keeps only its end must hold several. */
const longest = 40
/** What lies over the page (a dialog, a toast) stands last in it, and is mostly what a step waited for. */
const ofItsEnd = 28

type Attachment = { name: string; path?: string }

/**
 * What the page showed when a journey failed: the snapshots in Playwright's attachment `error-context`, a Markdown file, without
 * its advice and the test's source, which the repository has. Empty: there is none.
 */
export function shownBy(
  attachments: readonly Attachment[],
  read: (path: string) => string | null,
): readonly string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const lines = snapshotsOf((path && read(path)) || '').filter(tells)
  if (lines.length <= longest) return lines
  const left = lines.length - longest
  return [...lines.slice(0, longest - ofItsEnd), `… ${left} more lines …`, ...lines.slice(-ofItsEnd)]
}

const snapshotsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```yaml\n([\s\S]*?)\n```$/gm)].flatMap(([, yaml = '']) =>
    yaml.split('\n').map(line => line.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '')),
  )

/** An element without a role, a name or a text of its own only moves the others to the right. */
const tells = (line: string): boolean => !/^\s*- (?:generic(?: \[active\])?:?|img|separator)$/.test(line)

/** More lines of a page add nothing, and a log of which only the end is kept must fit several. */
const longest = 40
/** Dialogs and toasts come last in a page, and are mostly what a step waited for. */
const ofItsEnd = 28

type Attachment = { name: string; path?: string }

/**
 * What the page showed when a journey failed: the snapshots in Playwright's Markdown attachment `error-context`, without its advice and
 * the test's source. Empty if there is none.
 */
export function shownBy(
  attachments: readonly Attachment[],
  read: (path: string) => string | null,
): readonly string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const lines = snapshotsOf((path && read(path)) || '').filter(isInformative)
  if (lines.length <= longest) return lines
  const left = lines.length - longest
  return [...lines.slice(0, longest - ofItsEnd), `… ${left} more lines …`, ...lines.slice(-ofItsEnd)]
}

const snapshotsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```yaml\n([\s\S]*?)\n```$/gm)].flatMap(([, yaml = '']) =>
    yaml.split('\n').map(line => line.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '')),
  )

/** An element without a role, name or text only indents the others. */
const isInformative = (line: string): boolean =>
  !/^\s*- (?:generic(?: \[active\])?:?|img|separator)$/.test(line)

import { expect, test } from 'vitest'
import { namedFilesExist } from './structure/named-files.ts'

test('a page or a picture that has moved fails where the build names it', () => {
  const files = {
    'web/pages.ts': "const pages = ['src/routes/login.tsx', 'routes/gone.tsx']",
    'web/src/routes/login.tsx': '',
    'web/src/ui/a.css': 'b { background: url("./a.svg"); mask: url("../b.svg") }',
    'web/src/ui/a.svg': '',
    'docs/removed-journeys.md': '| A post is copied | `web/src/ui/a.test.tsx`, `web/src/routes/login.tsx` |',
  }
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  expect(namedFilesExist(sources).map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'web/pages.ts: names web/src/routes/gone.tsx, which is not there. Name the place it has moved to.',
    'web/src/ui/a.css: names web/src/b.svg, which is not there. Name the place it has moved to.',
    'docs/removed-journeys.md: names web/src/ui/a.test.tsx, which is not there. Name the place it has moved to.',
  ])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingStyles } from '../../../mantine-styles.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const sheet = read('web/src/ui/theme/mantine.css')

test('a component that a page uses without its style sheet is named', () => {
  const modules = ['Button', 'Stepper'].map(
    name => `/galley/node_modules/@mantine/core/esm/components/${name}/${name}.module.mjs`,
  )
  expect(missingStyles(modules, sheet)).toEqual(['Stepper'])
})

test('the style sheets are in the order of the library, whose later rules overrule earlier ones', () => {
  const whole = read('node_modules/@mantine/core/styles.layer.css')
  const names = [...sheet.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name)
  const places = names.map(name => {
    const own = read(`node_modules/@mantine/core/styles/${name}.layer.css`)
    return whole.indexOf(own.replace('@layer mantine', '').replace('{', '').trim().slice(0, 60))
  })
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

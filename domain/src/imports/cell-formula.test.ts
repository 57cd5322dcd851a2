import { expect, it } from 'vitest'
import { readLinkFormula } from './cell-formula.ts'

it.each([
  [
    'HYPERLINK("https://a.example/menu","Our menu")',
    { label: 'Our menu', address: 'https://a.example/menu' },
  ],
  [
    'HYPERLINK("https://a.example/";"The ""menu"""; )',
    { label: 'The "menu"', address: 'https://a.example/' },
  ],
  ['hyperlink( "https://a.example/" )', { label: null, address: 'https://a.example/' }],
  ['HYPERLINK("https://a.example/",B2)', { label: null, address: 'https://a.example/' }],
  ['IMAGE("https://a.example/b.jpg")', { label: null, address: 'https://a.example/b.jpg' }],
  ['_xlfn.IMAGE("https://a.example/b.jpg","A cup",1)', { label: null, address: 'https://a.example/b.jpg' }],
  ['HYPERLINK(A2,"Our menu")', null],
  ['HYPERLINK("mailto:a@b.example","Write")', null],
  ['HYPERLINK("#Sheet2!A1","There")', null],
  ['SUM(A1:A2)', null],
])('A formula leads where it says: %s', (formula, linked) => {
  expect(readLinkFormula(formula)).toEqual(linked)
})

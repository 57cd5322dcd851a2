import { expect, it } from 'vitest'
import { followLinks, type Place, placeOf, readLinkFormula, shiftFormula } from './cell-formula.ts'

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
  ['HYPERLINK("https://a.example/"&A2,"Our menu")', null],
  ['HYPERLINK("mailto:a@b.example","Write")', null],
  ['HYPERLINK("#Sheet2!A1","There")', null],
  ['SUM(A1:A2)', null],
])('A formula leads where it says: %s', (formula, linked) => {
  expect(readLinkFormula(formula)).toEqual(linked)
})

const sheet: Readonly<Record<string, string>> = {
  A1: 'https://a.example/menu',
  A2: 'Our menu',
  A3: '=A1',
  A4: '=HYPERLINK($A$3;A2)',
  A5: '=a4',
  A6: '=A2',
  A7: '=A8',
  A8: '=HYPERLINK(A7,A7)',
  A9: 'Linked by hand',
  A10: '=IMAGE(A1)',
  A11: '=HYPERLINK(A9,"There")',
}

it.each([
  ['A3', { label: 'https://a.example/menu', address: null }],
  ['A4', { label: 'Our menu', address: 'https://a.example/menu' }],
  ['A5', { label: 'Our menu', address: 'https://a.example/menu' }],
  ['A6', { label: 'Our menu', address: null }],
  ['A8', { label: '=HYPERLINK(A7,A7)', address: null }],
  ['A10', { label: 'https://a.example/menu', address: 'https://a.example/menu' }],
  ['A11', { label: 'There', address: 'https://a.example/by-hand' }],
])('A formula takes text and address from other cells: %s', (ref, linked) => {
  const placed = new Map(Object.entries(sheet).map(([name, text]) => [JSON.stringify(placeOf(name)), text]))
  const textAt = (place: Place) => placed.get(JSON.stringify(place)) ?? ''
  const follow = followLinks({
    textAt,
    formulaAt: place => /^=(.*)/.exec(textAt(place))?.[1],
    linkAt: place => (textAt(place) === sheet.A9 ? 'https://a.example/by-hand' : undefined),
  })
  expect(follow(placeOf(ref) as Place)).toEqual(linked)
})

it.each([
  ['HYPERLINK(B2,"See A1")', 3, 1, 'HYPERLINK(C5,"See A1")'],
  ['HYPERLINK($B2,Z$9)', 1, 1, 'HYPERLINK($B3,AA$9)'],
  ['AZ1', 0, 1, 'BA1'],
  ['ZZ1', 0, 1, 'AAA1'],
])(
  'A formula is filled in to other cells: %s, %d lines and %d columns away',
  (formula, lines, columns, shifted) => {
    expect(shiftFormula(formula, lines, columns)).toBe(shifted)
  },
)

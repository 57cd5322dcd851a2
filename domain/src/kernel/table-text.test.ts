import { expect, it } from 'vitest'
import { tableText } from './table-text.ts'

it('quotes what would divide a cell, and marks what a spreadsheet would run', () => {
  expect(tableText([['a,b', 'say "hi"', '=1+1', '@home', '-1', 'plain']])).toBe(
    '\ufeff"a,b","say ""hi""",\'=1+1,\'@home,\'-1,plain\r\n',
  )
})

it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t=', '\r=', '\n='])(
  'marks a cell that begins with %j',
  sign => {
    expect(tableText([[`${sign}1+1`]])).toMatch(/^\ufeff"?'/)
  },
)

it('leaves numbers as they are, also those below 0', () => {
  expect(tableText([[-1, 2.5]])).toBe('\ufeff-1,2.5\r\n')
})

it('has no control characters, which old texts may have', () => {
  expect(tableText([['Fresh\vbread\u0007', '\u0008=1+1']])).toBe('\ufeff"Fresh\nbread",\'=1+1\r\n')
})

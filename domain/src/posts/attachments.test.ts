import { expect, test } from 'vitest'
import { type AttachmentDraft, attachmentProblem, firstLink } from './attachments.ts'

const draft = (set: Partial<AttachmentDraft>): AttachmentDraft => ({
  description: 'media',
  hasFile: false,
  extra_fields: {},
  ...set,
})

test.each<[string, Partial<AttachmentDraft>, string | null]>([
  ['a photo', { hasFile: true }, null],
  ['a photo without its file', {}, 'Choose a file'],
  ['a link', { description: 'link', extra_fields: { link: 'https://example.com/a' } }, null],
  ['a link with no address', { description: 'link' }, 'Link is required'],
  [
    'a link that is no address',
    { description: 'link', extra_fields: { link: 'example' } },
    'Please enter a valid url adress',
  ],
  [
    'a script as a link',
    { description: 'link', extra_fields: { link: 'javascript:alert(1)' } },
    'Please enter a valid url adress',
  ],
  [
    'a link with a file',
    { description: 'link', hasFile: true, extra_fields: { link: 'https://example.com' } },
    'A link has no file',
  ],
  ['an empty card', { description: 'child-link' }, null],
  ['a card with a picture', { description: 'child-link', hasFile: true }, null],
  [
    'a card with a short name',
    { description: 'child-link', extra_fields: { name: 'ab' } },
    'Name must have 3 to 255 characters',
  ],
  [
    'a card with a short description',
    { description: 'child-link', extra_fields: { description: 'ab' } },
    'Description must have 3 to 255 characters',
  ],
])('%s', (_name, set, problem) => {
  expect(attachmentProblem(draft(set))).toBe(problem)
})

test.each([
  ['no address here, not example.com', null],
  ['Read https://example.com/a?b=c#d today', 'https://example.com/a?b=c#d'],
  ['First http://one.example, then https://two.example', 'http://one.example'],
  ['Our shop (https://example.com/shop).', 'https://example.com/shop'],
  ['https://en.wikipedia.org/wiki/Bread_(food)', 'https://en.wikipedia.org/wiki/Bread_(food)'],
  ['(see https://en.wikipedia.org/wiki/Mercury_(planet)).', 'https://en.wikipedia.org/wiki/Mercury_(planet)'],
  ['Both ((https://example.com/a).)', 'https://example.com/a'],
  ['[https://example.com/a] and more', 'https://example.com/a'],
  ['https://example.com/?a[]=1&b[2]', 'https://example.com/?a[]=1&b[2]'],
  ['Really, https://example.com?!', 'https://example.com'],
  ['ftp://example.com', null],
  ['见https://例え.jp/パス。次', 'https://例え.jp/パス'],
  ['（https://example.com/a）', 'https://example.com/a'],
])('the first address in "%s" is %s', (text, expected) => {
  expect(firstLink(text)).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import { renderMail } from './render-mail.ts'

const words = {
  kind: 'digest',
  subject: 'Approve 2 posts',
  title: 'Two posts wait for you',
  paragraphs: ['Hello Ada,', 'they are planned for Thursday.'],
  link: { label: 'Review the posts', url: 'https://galley.test/1/approval?a=1&b=2' },
}
const sender = { name: 'Bluebird & Sons', logoKey: 'abc/small' }

describe('A rendered mail', () => {
  it('leaves no place of the markup open, whatever it contains', () => {
    const sections = [
      { group: 'Harbor', title: 'Music', text: 'Thu\n17:00', picture: { key: 'p/small', alt: 'A stage' } },
      { group: 'Harbor', title: 'Rain', text: '', link: 'https://galley.test/1/2' },
    ]
    for (const mail of [renderMail(words), renderMail({ ...words, sender, sections, note: 'A note' })])
      expect(mail.html).not.toMatch(/\[\[|\[(begin|end):|\[blocks\]/)
  })

  it('never reads a value as a place or as markup', () => {
    const { html } = renderMail({ ...words, title: '[[foot]] $& <b>', paragraphs: ['$1 [[subject]]'] })
    expect(html).toContain('[[foot]] $&#38; &#60;b&#62;')
    expect(html).toContain('$1 [[subject]]')
  })

  it('says beside its subject what comes after the greeting, or what it is told to', () => {
    const preheader = (html: string) => /<div style="display:none[^>]*>([^&]*)/.exec(html)?.[1]?.trim()
    expect(preheader(renderMail(words).html)).toBe('they are planned for Thursday.')
    expect(preheader(renderMail({ ...words, preheader: 'By Thu 17:00' }).html)).toBe('By Thu 17:00')
  })

  it('shows the agency with its logo, and carries the pictures with it', () => {
    const picture = { key: 'p/small', alt: 'A stage' }
    const mail = renderMail({ ...words, sender, sections: [{ title: 'Music', text: '', picture }] })
    expect(mail.pictures).toEqual([
      { cid: 'logo', key: 'abc/small' },
      { cid: 'picture1', key: 'p/small' },
    ])
    expect(mail.html).toContain('"cid:logo"')
    expect(mail.html).toContain('"cid:picture1"')
    expect(mail.html).toContain('Bluebird &#38; Sons')
    expect(mail.html).not.toMatch(/src="http/)
    expect(renderMail(words).html).not.toContain('cid:')
  })

  it('names a group once, in HTML and in text, and links what has an address', () => {
    const sections = ['a', 'b'].map(title => ({
      group: 'Harbor Coffee',
      title,
      text: `text ${title}`,
      link: `https://galley.test/${title}`,
    }))
    const { html, text } = renderMail({ ...words, sections })
    expect(html.split('Harbor Coffee')).toHaveLength(2)
    expect(html).toContain('<a href="https://galley.test/b">b</a>')
    expect(text).toContain(
      'Harbor Coffee\n\na\ntext a\nhttps://galley.test/a\n\nb\ntext b\nhttps://galley.test/b',
    )
  })

  it('loads nothing from anywhere', () => {
    const { html } = renderMail({ ...words, sender })
    expect(html).not.toMatch(/@import|<link|url\(/)
  })
})

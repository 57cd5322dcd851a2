import { describe, expect, it } from 'vitest'
import { html, richText } from './html.ts'

describe('A page of the sandbox', () => {
  it('escapes what people wrote, in text and in attributes', () => {
    const name = `<script>alert("x")</script>'&`
    const safe = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;'
    expect(html`<p title="${name}">${name}</p>`.text).toBe(`<p title="${safe}">${safe}</p>`)
  })

  it('renders a missing value as nothing', () => {
    expect(html`<p>${undefined}${false}${[html`<b>1</b>`, 2]}</p>`.text).toBe('<p><b>1</b>2</p>')
  })

  it('links URLs without the full stop after them', () => {
    expect(richText('See https://a.example/x?y=1&z=2.').text).toBe(
      'See <a href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener">https://a.example/x?y=1&amp;z=2</a>.',
    )
  })

  it('highlights hashtags and mentions and escapes markup', () => {
    expect(richText('#coffee <b>A & B</b>', { names: ['A & B'] }).text).toBe(
      '<span class="tag">#coffee</span> &lt;b&gt;<span class="tag">A &amp; B</span>&lt;/b&gt;',
    )
    expect(richText('C#7 and #1').text).toBe('C#7 and #1')
    expect(richText('By @harbor').text).toBe('By @harbor')
    expect(richText('By @harbor', { typed: String.raw`@\w+` }).text).toBe(
      'By <span class="tag">@harbor</span>',
    )
  })
})

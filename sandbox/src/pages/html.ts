/** Safe markup: every interpolated value has been escaped or was markup already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Value = string | number | Html | undefined | false | readonly Value[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? character)
}

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

/** Template tag: escapes text, inserts Html and lists of Html unchanged, and renders undefined and false as nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

const links = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g
// Not after a letter, as in an email address or in C#.
const words = /(?<![\p{L}\p{N}_])[#@][\p{L}\p{N}_.]*[\p{L}\p{N}_]/gu

/** Text as readers see it: links can be clicked, hashtags and mentions are highlighted. */
export function richText(text: string): Html {
  const pieces: Html[] = []
  let position = 0
  for (const match of text.matchAll(links)) {
    pieces.push(withTags(text.slice(position, match.index)))
    pieces.push(html`<a href="${match[0]}" rel="nofollow noopener">${match[0]}</a>`)
    position = match.index + match[0].length
  }
  pieces.push(withTags(text.slice(position)))
  return html`${pieces}`
}

function withTags(text: string): Html {
  const pieces: Html[] = []
  let position = 0
  for (const match of text.matchAll(words)) {
    pieces.push(html`${text.slice(position, match.index)}<span class="tag">${match[0]}</span>`)
    position = match.index + match[0].length
  }
  return html`${pieces}${text.slice(position)}`
}

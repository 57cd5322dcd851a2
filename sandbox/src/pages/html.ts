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

const link = String.raw`https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]`
// Not digits alone, and not inside a word.
const hashtag = String.raw`(?<![\p{L}\p{M}\p{N}_&/])[#＃][\p{L}\p{M}\p{N}_\u200c\u200d]*[\p{L}_][\p{L}\p{M}\p{N}_\u200c\u200d]*`
const nothing = '(?!)'
const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What a network makes links of besides addresses and hashtags: a typed `@word`, and the names of mentioned pages. */
export type Linked = { typed?: string | undefined; names?: readonly string[] | undefined }

/** Text as readers see it: links can be clicked, hashtags and mentions are highlighted. */
export function richText(text: string, { typed = nothing, names = [] }: Linked = {}): Html {
  const pages = names.toSorted((a, b) => b.length - a.length).map(quoted)
  const marks = new RegExp(`(${link})|${[hashtag, typed, pages.join('|') || nothing].join('|')}`, 'gu')
  const pieces: Html[] = []
  let position = 0
  for (const match of text.matchAll(marks)) {
    const [found, url] = match
    pieces.push(html`${text.slice(position, match.index)}`)
    pieces.push(
      url
        ? html`<a href="${url}" rel="nofollow noopener">${url}</a>`
        : html`<span class="tag">${found}</span>`,
    )
    position = match.index + found.length
  }
  pieces.push(html`${text.slice(position)}`)
  return html`${pieces}`
}

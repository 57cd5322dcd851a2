import type { Letter } from './queue.ts'

/** The text of a mail: plain paragraphs, at most one link, and a last line in small print. It contains no markup. */
export type LetterContent = {
  readonly kind: string
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  readonly note?: string
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

/** Subjects contain names, so line breaks and control characters are removed and the length is limited. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Mail clients support little CSS: styles are inline, and only the dark colours come from a style sheet. */
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.paper{background:#141816!important}.sheet{background:#1d2320!important}
.ink{color:#e8ede9!important}.soft{color:#a3afa8!important}.button{background:#6fcf9c!important;color:#10221a!important}}`

const linkHtml = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c6b46;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:#59645d;word-break:break-all">If the button does not work, copy this address into your browser:<br><a class="soft" href="${escapeHtml(url)}" style="color:#59645d">${escapeHtml(url)}</a></p>`

const htmlOf = ({ subject, title, paragraphs, link, note }: LetterContent): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${sheet}</style></head>
<body class="paper" style="margin:0;padding:24px 12px;background:#f3f5f4;font:16px/1.55 Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p class="soft" style="margin:0 0 24px;font-size:14px;font-weight:600;color:#59645d">Galley</p>
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#17201b">${escapeHtml(title)}</h1>
${paragraphs.map(text => `<p class="ink" style="margin:0 0 16px;color:#17201b">${escapeHtml(text)}</p>`).join('\n')}
${link ? linkHtml(link) : ''}
${note ? `<p class="soft" style="margin:24px 0 0;font-size:13px;color:#59645d">${escapeHtml(note)}</p>` : ''}
</div></body></html>`

const textOf = ({ title, paragraphs, link, note }: LetterContent): string =>
  [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...(note ? [note] : []), 'Galley']
    .map(part => part.trim())
    .join('\n\n')

/** Renders a mail as HTML, light and dark, and as plain text with the same content. */
export const renderLetter = (words: LetterContent): Letter => {
  const said = { ...words, subject: oneLine(words.subject) }
  return { kind: said.kind, subject: said.subject, text: textOf(said), html: htmlOf(said) }
}

import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { escapeHtml } from './escape-html.ts'

/** A page of plain text. Nothing in it is markup. */
export type Page = {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly list?: { readonly title: string; readonly items: readonly string[] }
  readonly closing?: readonly string[]
  /** Sends a form without fields to the page's own address. */
  readonly button?: string
  /** An email address. */
  readonly contact: string | undefined
  readonly forOperators?: string
  /** Of its texts; English without it. */
  readonly language?: ClientLanguage
  /** The address of the same page in another language, if its reader can choose one. */
  readonly inLanguage?: (language: ClientLanguage) => string
}

const dark =
  'color-scheme:dark;--page:#101414;--sheet:#171c1c;--line:#2b3332;--ink:#e8ebea;--soft:#a3acaa;--link:#6fcf9f'

/** The colours of the web app. Its script sets the attribute to the person's choice; without it the system decides. */
const sheet = `:root{color-scheme:light;--page:#f6f8f7;--sheet:#fff;--line:#e0e6e3;--ink:#161c1a;--soft:#55615d;--link:#0f6142}
@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme=light]){${dark}}}
:root[data-mantine-color-scheme=dark]{${dark}}
body{margin:0;padding:48px 20px;background:var(--page);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{box-sizing:border-box;max-width:640px;margin:0 auto;padding:40px;border:1px solid var(--line);border-radius:12px;background:var(--sheet)}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 32px;font-size:18px;font-weight:700;letter-spacing:-.02em}
h1{margin:0 0 16px;font-size:26px;line-height:1.3}h2{margin:28px 0 8px;font-size:17px}
p{margin:0 0 16px}ul{margin:0 0 20px;padding-left:20px}li{margin:0 0 8px}
.soft{margin:28px 0 0;padding-top:20px;border-top:1px solid var(--line);color:var(--soft);font-size:14px}
button{padding:12px 20px;border:0;border-radius:8px;background:#1c6b46;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:0 16px}nav a{padding:10px 0;min-width:24px}nav a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
a{color:var(--link)}a:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
@media (max-width:560px){body{padding:0;background:var(--sheet)}main{padding:32px 20px;border:0}}`

const all = (texts: readonly string[] = []): string =>
  texts.map(text => `<p>${escapeHtml(text)}</p>`).join('\n')

const listHtml = ({ list }: Page): string =>
  list
    ? `<h2>${escapeHtml(list.title)}</h2>\n<ul>${list.items.map(item => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
    : ''

const contactHtml = ({ contact }: Page): string =>
  contact ? `<p>Write to them: <a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a></p>` : ''

const languagesHtml = ({ language: present, inLanguage }: Page): string => {
  if (!inLanguage) return ''
  const links = clientLanguages.map(language => {
    const current = language === present ? ' aria-current="true"' : ''
    const address = escapeHtml(inLanguage(language))
    return `<a lang="${language}" hreflang="${language}"${current} href="${address}">${languageNames[language]}</a>`
  })
  return `<nav class="soft">${links.join(' ')}</nav>`
}

/**
 * Renders a page without the web app: it is read by people without an account, and by machines that check the links of a login page.
 */
export const pageHtml = (page: Page): string => `<!doctype html>
<html lang="${page.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)} · Galley</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/color-scheme.js"></script><style>${sheet}</style></head>
<body><main>
<p class="brand"><img src="/favicon.svg" width="28" height="28" alt="">Galley</p>
<h1>${escapeHtml(page.title)}</h1>
${all(page.paragraphs)}
${listHtml(page)}
${all(page.closing)}
${contactHtml(page)}
${page.button ? `<form method="post"><button>${escapeHtml(page.button)}</button></form>` : ''}
${page.forOperators ? `<p class="soft">${escapeHtml(page.forOperators)}</p>` : ''}
${languagesHtml(page)}
</main></body></html>`

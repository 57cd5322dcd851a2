import type { SandboxAccount, SocialNetwork } from '../platform/model.ts'
import { type Html, html } from './html.ts'

export const networkNames: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
}

/** `bodyClass`: another class of the body, besides the network's. */
export type Page = { title: string; network?: SocialNetwork; bodyClass?: string; body: Html }

/** A whole HTML document. `network` gives it that network's colours. */
export function page({ title, network, bodyClass, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox networks</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/logos/sandbox.svg" type="image/svg+xml">
</head>
<body class="${network ?? 'home'}${bodyClass && ` ${bodyClass}`}">
<header class="bar"><nav aria-label="Sandbox" class="bar-in">
<a class="wordmark" href="/">${network ? networkNames[network] : 'Sandbox'}</a>
<span class="stand-in">Local stand-in</span>
<a class="bar-link" href="/">All accounts</a><a class="bar-link" href="/mail">Mail</a><a class="bar-link" href="/chat">Chat</a><a class="bar-link" href="/push">Push</a><a class="bar-link" href="/cards">Cards</a><a class="bar-link" href="/canva">Designs</a><a class="bar-link" href="/pages">Pages</a><a class="bar-link" href="/faults">Faults</a>
</nav></header>
<main>${body}</main>
<footer>A local stand-in for development and demos. Nothing here reaches ${
    network ? `the real ${networkNames[network]}` : 'a real network'
  }.</footer>
</body>
</html>`.text
}

const handlePrefixes: Record<SocialNetwork, string> = {
  facebook: '@',
  instagram: '',
  linkedin: '',
  twitter: '@',
}

/** An account's handle, as its network writes it. */
export function handleOf(account: SandboxAccount): string {
  return `${handlePrefixes[account.network]}${account.handle}`
}

/** The initials of the first and the last name, for people without a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}

/** A date and time for people; `short` leaves out the year. */
export function timeText(epochMs: number, length: 'full' | 'short' = 'full'): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(length === 'full' && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(epochMs))
  return `${text} UTC`
}

/** A time for people that keeps the exact one in its markup. */
export function time(epochMs: number): Html {
  return html`<time datetime="${new Date(epochMs).toISOString()}">${timeText(epochMs)}</time>`
}

import type { Account, Network } from '../model.ts'
import { type Html, html } from './html.ts'

export const networkNames: Record<Network, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
}

export type Page = { title: string; network?: Network; body: Html }

/** One document. `network` dresses it in that network's colours. */
export function page({ title, network, body }: Page): string {
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
<body class="${network ?? 'home'}">
<header class="bar"><nav aria-label="Sandbox" class="bar-in">
<a class="wordmark" href="/">${network ? networkNames[network] : 'Sandbox'}</a>
<span class="stand-in">Local stand-in</span>
<a class="bar-link" href="/">All accounts</a><a class="bar-link" href="/faults">Faults</a>
</nav></header>
<main>${body}</main>
<footer>A stand-in for development and demos. Nothing here reaches ${
    network ? `the real ${networkNames[network]}` : 'a real network'
  }.</footer>
</body>
</html>`.text
}

const signs: Record<Network, string> = { facebook: '@', instagram: '', linkedin: '', twitter: '@' }

/** An account's name in addresses, as its network writes it. */
export function handleOf(account: Account): string {
  return `${signs[account.network]}${account.handle}`
}

/** A moment, readable and exact. */
export function time(epochMs: number): Html {
  const date = new Date(epochMs)
  const shown = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(date)
  return html`<time datetime="${date.toISOString()}">${shown} UTC</time>`
}

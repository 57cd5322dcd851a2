import { type Html, html } from '../pages/html.ts'
import { page, time } from '../pages/layout.ts'
import type { PaymentCard } from '../platform/gateway-model.ts'
import { type GatewayFault, gatewayFaults } from './gateway-faults.ts'
import { testCards } from './test-cards.ts'

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

const stateOf = ({ detached, account }: PaymentCard): string => {
  if (detached) return 'removed'
  return account === '' ? 'not accepted' : `stored for ${account}`
}

const row = (
  card: PaymentCard,
): Html => html`<li class="card-row"><span class="name">${card.brand} ···· ${card.last_four}</span>
<span class="meta">${card.name}${card.country && `, ${card.country}`} · ${String(card.expiry_month).padStart(2, '0')}/${card.expiry_year}</span>
<span class="meta">${stateOf(card)} · ${time(card.created_at)}</span></li>`

const faultForm = (
  activeFault: GatewayFault | null,
): Html => html`<form method="post" action="/cards/faults" class="fault-form">
<div class="wide kinds"><fieldset><legend>The gateway itself</legend>
<label class="kind"><input type="radio" name="fault" value=""${activeFault === null && html` checked`}><span>Works normally</span></label>${Object.entries(
  gatewayFaults,
).map(
  ([name, meaning]) =>
    html`<label class="kind"><input type="radio" name="fault" value="${name}"${
      activeFault === name && html` checked`
    }><span>${meaning}<code>${name}</code></span></label>`,
)}</fieldset></div><button class="button">Set</button></form>`

/** The gateway's cards and test numbers. It stores no card numbers, so it shows none. */
export function cardsPage(cards: readonly PaymentCard[], activeFault: GatewayFault | null): string {
  const body = html`<section class="intro"><h1>Card gateway</h1>
<p>A local stand-in for the card gateway. Nothing is charged, and only the last four digits of a number are stored. <a href="/cards/customers">Customers, invoices and clocks</a></p></section>
<section class="brand"><h2>Test numbers</h2>
<p class="bio">Use any future month and any three digits for the CVC (four for American Express).</p>
<ul class="card-list">${testCards.map(
    ({ number, meaning }) =>
      html`<li class="card-row"><code>${spaced(number)}</code><span class="meta">${meaning}</span></li>`,
  )}</ul></section>
<section class="brand"><h2>Cards</h2>${
    cards.length === 0
      ? html`<p class="bio">None yet.</p>`
      : html`<ul class="card-list">${cards.map(row)}</ul>`
  }</section>
<section class="brand"><h2>When things go wrong</h2>${faultForm(activeFault)}</section>`
  return page({ title: 'Card gateway', body })
}

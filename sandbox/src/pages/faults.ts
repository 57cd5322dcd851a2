import { listAccounts } from '../demo-accounts.ts'
import { type Fault, faultNames, networks } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { html } from './html.ts'
import { networkNames, page } from './layout.ts'

/** Orders faults by hand; tests use `POST /sandbox/faults`. */
export function faultsPage(sandbox: Sandbox): string {
  const faults = sandbox.faults.list()
  const list = html`<ul class="faults">${faults.map(fault => faultRow(sandbox, fault))}</ul>
<form method="post" action="/faults/clear"><button class="quiet">Remove all</button></form>`
  const body = html`<section class="intro"><h1>Faults</h1>
<p>A fault strikes one kind of call: publishing a post, reading posts back, an upload, a comment, a login.</p></section>
<section class="brand"><h2>Order a fault</h2>${orderForm(sandbox)}</section>
<section class="brand"><h2>Ordered</h2>${
    faults.length === 0 ? html`<p class="bio">None: every network behaves.</p>` : list
  }</section>`
  return page({ title: 'Faults', body })
}

function orderForm(sandbox: Sandbox) {
  const accounts = listAccounts(sandbox.store)
  return html`<form method="post" action="/faults" class="order">
<label>Network<select name="network">${networks.map(
    network => html`<option value="${network}">${networkNames[network]}</option>`,
  )}</select></label>
<label>Account<select name="account"><option value="">Every account</option>${accounts.map(
    ({ id, name, network }) => html`<option value="${id}">${networkNames[network]}: ${name}</option>`,
  )}</select></label>
<label class="wide">Fault<select name="fault">${Object.entries(faultNames).map(
    ([name, { meaning }]) => html`<option value="${name}">${name}: ${meaning}</option>`,
  )}</select></label>
<label>Times<input name="times" type="number" min="1" value="1" aria-describedby="times-help"></label>
<label>Delay in ms<input name="delay_ms" type="number" min="0" placeholder="30000 when slow"></label>
<label>Retry-After in s<input name="retry_after" type="number" min="0" placeholder="not sent"></label>
<p id="times-help" class="help">Leave “Times” empty to keep the fault until it is removed.</p>
<button class="button">Order</button></form>`
}

function faultRow(sandbox: Sandbox, fault: Fault) {
  const account = fault.account && sandbox.store.get('account', fault.account)
  const left = fault.remaining === null ? 'until removed' : `${fault.remaining} of ${fault.times} left`
  return html`<li class="faults-row"><div><span class="name">${networkNames[fault.network]} · ${fault.fault}</span>
<span class="meta">${account ? account.name : 'Every account'} · ${left} · struck ${fault.hits} times</span></div>
<form method="post" action="/faults/remove"><input type="hidden" name="id" value="${fault.id}">
<button class="quiet" aria-label="Remove ${fault.fault} on ${networkNames[fault.network]}">Remove</button></form></li>`
}
